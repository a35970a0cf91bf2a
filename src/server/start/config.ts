// The only reader of the environment: parses it once and fills in defaults, or refuses it with a list of problems.

import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import {
  commissionSpans as usualSpans,
  type CommissionSpans,
} from '#rules/commissions/commission-spans.ts'
import { disputeBearers } from '#rules/payments/bank-dispute-process.ts'
import { productName } from '#rules/product.ts'
import { integer, optional } from './config-values.ts'
import { payoutProblems, payoutSettingsOf, payoutVariables } from './payout-config.ts'
import {
  unnumberedRates,
  vatNumberNow,
  vatProblems,
  vatSettingsOf,
  vatVariables,
} from './vat-config.ts'

const switchedOn = z.enum(['0', '1'], 'must be 0 or 1').transform((value) => value === '1')
const secret = z.string().min(32, 'must have at least 32 characters')

const environment = z.object({
  NODE_ENV: optional(z.enum(['development', 'production', 'test'])),
  HOST: optional(z.string()),
  PORT: optional(integer(0, 65_535)),
  PUBLIC_URL: optional(
    z
      .url({ protocol: /^https?$/, error: 'must be an address like https://example.org' })
      .refine(isOrigin, 'must be an address without a path, like https://example.org'),
  ),
  TRUSTED_PROXIES: optional(integer(0, 10)),
  DATA_DIR: optional(z.string()),
  DATABASE_URL: optional(
    z.url({
      protocol: /^postgres(ql)?$/,
      error: 'must be an address like postgres://user:password@host/name',
    }),
  ),
  WEB_PROCESSES: optional(integer(1, 64)),
  REQUEST_TIMEOUT_MS: optional(integer(1_000, 120_000)),
  LOG_LEVEL: optional(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])),
  DEMO: optional(switchedOn),
  S3_BUCKET: optional(z.string()),
  S3_ENDPOINT: optional(z.url('must be an address')),
  S3_REGION: optional(z.string()),
  STRIPE_SECRET_KEY: optional(
    z.string().regex(/^(sk|rk)_(test|live)_/, 'must start with sk_test_ or sk_live_'),
  ),
  STRIPE_WEBHOOK_SECRET: optional(z.string().regex(/^whsec_/, 'must start with whsec_')),
  STRIPE_THIN_WEBHOOK_SECRET: optional(z.string().regex(/^whsec_/, 'must start with whsec_')),
  PAYMENTS_SANDBOX: optional(
    z.literal('i-know', 'must be i-know, and only to run the test card provider in production'),
  ),
  SANDBOX_PORT: optional(integer(0, 65_535)),
  SANDBOX_PUBLIC_URL: optional(
    z.url({ protocol: /^https?$/, error: 'must be an address like https://pay.example.org' }),
  ),
  SANDBOX_URL: optional(
    z.url({ protocol: /^http$/, error: 'must be the address of a test card provider that runs' }),
  ),
  SMTP_URL: optional(
    z.url({ protocol: /^smtps?$/, error: 'must be an address like smtps://user:password@host' }),
  ),
  MAIL_FROM: optional(z.string()),
  CONTACT_EMAIL: optional(z.email('must be an email address')),
  SELLER_NAME: optional(z.string()),
  SELLER_ADDRESS: optional(z.string()),
  ...vatVariables,
  AUTH_SECRET: optional(secret),
  REVALIDATE_SECRET: optional(secret),
  RATINGS_NEED_PURCHASE: optional(switchedOn),
  REVIEWS_NEED_EMAIL: optional(switchedOn),
  ...payoutVariables,
  // The spans of commissions (rules/commissions/commission-spans.ts): the provider keeps held money for 90 days.
  COMMISSION_ANSWER_DAYS: optional(integer(1, 60)),
  COMMISSION_PAY_HOURS: optional(integer(1, 720)),
  COMMISSION_USUAL_DELIVERY_DAYS: optional(integer(1, 60)),
  COMMISSION_LONGEST_CHANGE_DAYS: optional(integer(1, 60)),
  COMMISSION_OVERDUE_DAYS: optional(integer(0, 30)),
  COMMISSION_APPROVAL_DAYS: optional(integer(0, 84)),
  COMMISSION_UNFINISHED_DAYS: optional(integer(1, 88)),
  COMMISSION_DAYS_AFTER_CHANGE: optional(integer(0, 30)),
  COMMISSION_LATEST_END_DAY: optional(integer(1, 88)),
  COMMISSION_LATE_CHANGE_DAY: optional(integer(1, 88)),
  COMMISSION_LATEST_APPROVAL_DAY: optional(integer(1, 88)),
  COMMISSION_HELD_WARNING_DAY: optional(integer(1, 88)),
  // Day 85 is what migration 0058 and the terms allow at most.
  COMMISSION_LONGEST_HELD_DAY: optional(integer(2, 85)),
  COMMISSION_DISPUTE_ANSWER_HOURS: optional(integer(1, 168)),
  COMMISSION_PREPARATION_MINUTES: optional(integer(1, 60)),
  COMMISSION_CANCELLED_FILE_DAYS: optional(integer(1, 3_650)),
  COMMISSION_MESSAGE_DAYS: optional(integer(0, 3_650)),
  DISPUTES_CHARGED_TO: optional(z.enum(disputeBearers, 'must be platform or artist')),
  // Only for tests: opens /dev/failpoints, under the conditions of /dev/outbox.
  FAILPOINTS: optional(switchedOn),
  FFMPEG_PATH: optional(z.string()),
  NODE_COMPILE_CACHE: optional(z.string()),
})

/** The URLs of pages, links and webhooks are built from it, and all begin at the root. */
function isOrigin(address: string): boolean {
  // An invalid URL is already reported by z.url().
  if (!URL.canParse(address)) return true
  const { pathname, search, hash, username, password } = new URL(address)
  return `${pathname}${search}${hash}${username}${password}` === '/'
}

function isLiveKey(secretKey: string | undefined): boolean {
  return /^(sk|rk)_live_/.test(secretKey ?? '')
}

/** The provider redirects customers to this address and sends its events there. */
function isPublicHttps(publicUrl = ''): boolean {
  if (!URL.canParse(publicUrl)) return false
  const { protocol, hostname } = new URL(publicUrl)
  const isLoopback = /^(127\.|0\.0\.0\.0$|(.+\.)?localhost\.?$|\[::1?\]$|\[::ffff:7f)/.test(
    hostname,
  )
  return protocol === 'https:' && !isLoopback
}

export type Config = ReturnType<typeof withDefaults>

export class ConfigProblem extends Error {}

/** @throws ConfigProblem naming every variable that is wrong. */
export function readConfig(variables: Record<string, string | undefined> = process.env): Config {
  const parsed = environment.safeParse(variables)
  const variableProblems =
    parsed.error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) ?? []
  const valueProblems = parsed.success ? problemsOfValues(parsed.data) : []
  const problems = [...variableProblems, ...combinationProblems(variables), ...valueProblems]
  if (parsed.success && problems.length === 0) return withDefaults(parsed.data)
  throw new ConfigProblem(problems.join('\n'))
}

/** Checks combinations of the raw variables, so that they are reported together with single-variable problems. */
function* combinationProblems(given: Record<string, string | undefined>): Generator<string> {
  const { NODE_ENV, STRIPE_SECRET_KEY, DATABASE_URL } = given
  if (given['S3_BUCKET'] && !given['S3_REGION']) yield 'S3_REGION is needed with S3_BUCKET'
  if (STRIPE_SECRET_KEY && !given['STRIPE_WEBHOOK_SECRET'])
    yield 'STRIPE_WEBHOOK_SECRET is needed with STRIPE_SECRET_KEY'
  if (!STRIPE_SECRET_KEY && NODE_ENV === 'production' && !given['PAYMENTS_SANDBOX'])
    yield 'STRIPE_SECRET_KEY is needed in production (or PAYMENTS_SANDBOX=i-know to take no real money)'
  if (STRIPE_SECRET_KEY && given['DEMO'] === '1')
    yield 'DEMO is never mixed with a real card provider'
  if (given['FAILPOINTS'] === '1' && (NODE_ENV === 'production' || STRIPE_SECRET_KEY))
    yield 'FAILPOINTS is for tests: never in production, and never with a real card provider'
  if (isLiveKey(STRIPE_SECRET_KEY) && !isPublicHttps(given['PUBLIC_URL']))
    yield 'PUBLIC_URL must be an https address that customers reach, because STRIPE_SECRET_KEY takes real money'
  yield* payoutProblems(given)
  yield* vatProblems(given)
  if (!DATABASE_URL && Number(given['WEB_PROCESSES']) > 1)
    yield 'WEB_PROCESSES more than one needs DATABASE_URL'
}

function problemsOfValues(env: z.output<typeof environment>): string[] {
  return [...problemsOfSpans(spansOf(env)), ...unnumberedRates(env)]
}

function spansOf(env: z.output<typeof environment>): CommissionSpans {
  return {
    answerDays: env.COMMISSION_ANSWER_DAYS ?? usualSpans.answerDays,
    payHours: env.COMMISSION_PAY_HOURS ?? usualSpans.payHours,
    usualDeliveryDays: env.COMMISSION_USUAL_DELIVERY_DAYS ?? usualSpans.usualDeliveryDays,
    longestChangeDays: env.COMMISSION_LONGEST_CHANGE_DAYS ?? usualSpans.longestChangeDays,
    overdueDays: env.COMMISSION_OVERDUE_DAYS ?? usualSpans.overdueDays,
    approvalDays: env.COMMISSION_APPROVAL_DAYS ?? usualSpans.approvalDays,
    unfinishedDays: env.COMMISSION_UNFINISHED_DAYS ?? usualSpans.unfinishedDays,
    daysAfterChange: env.COMMISSION_DAYS_AFTER_CHANGE ?? usualSpans.daysAfterChange,
    latestEndDay: env.COMMISSION_LATEST_END_DAY ?? usualSpans.latestEndDay,
    lateChangeDay: env.COMMISSION_LATE_CHANGE_DAY ?? usualSpans.lateChangeDay,
    latestApprovalDay: env.COMMISSION_LATEST_APPROVAL_DAY ?? usualSpans.latestApprovalDay,
    heldWarningDay: env.COMMISSION_HELD_WARNING_DAY ?? usualSpans.heldWarningDay,
    longestHeldDay: env.COMMISSION_LONGEST_HELD_DAY ?? usualSpans.longestHeldDay,
    disputeAnswerHours: env.COMMISSION_DISPUTE_ANSWER_HOURS ?? usualSpans.disputeAnswerHours,
    preparationMinutes: env.COMMISSION_PREPARATION_MINUTES ?? usualSpans.preparationMinutes,
    cancelledFileDays: env.COMMISSION_CANCELLED_FILE_DAYS ?? usualSpans.cancelledFileDays,
    messageDays: env.COMMISSION_MESSAGE_DAYS ?? usualSpans.messageDays,
  }
}

/** Held money goes back at the end of the longest time: whatever settles a commission comes before. */
function problemsOfSpans(spans: CommissionSpans): string[] {
  const settled = {
    COMMISSION_LATEST_APPROVAL_DAY: spans.latestApprovalDay,
    COMMISSION_LATEST_END_DAY: spans.latestEndDay,
    COMMISSION_UNFINISHED_DAYS: spans.unfinishedDays,
    COMMISSION_HELD_WARNING_DAY: spans.heldWarningDay,
  }
  return Object.entries(settled)
    .filter(([, day]) => day >= spans.longestHeldDay)
    .map(([name]) => `${name} must be less than COMMISSION_LONGEST_HELD_DAY`)
}

function withDefaults(env: z.output<typeof environment>) {
  const host = env.HOST ?? '127.0.0.1'
  const port = env.PORT ?? 3000
  const production = env.NODE_ENV === 'production'
  const isBare = env.DATABASE_URL === undefined && env.STRIPE_SECRET_KEY === undefined
  const sandboxPort = env.SANDBOX_PORT ?? adjacentPort(port)
  const localUrl = `http://${hostOfUrl(host)}:${port}`
  return {
    production,
    host,
    port,
    /** The app's URL on this machine. */
    localUrl,
    publicUrl: (env.PUBLIC_URL ?? localUrl).replace(/\/+$/, ''),
    trustedProxies: env.TRUSTED_PROXIES ?? 0,
    dataDir: fromProject(env.DATA_DIR ?? './data'),
    databaseUrl: env.DATABASE_URL ?? null,
    webProcesses: env.WEB_PROCESSES ?? 1,
    /** Undefined: the usual limit of `connect`. */
    requestTimeoutMs: env.REQUEST_TIMEOUT_MS,
    logLevel: env.LOG_LEVEL ?? 'warn',
    demo: env.DEMO ?? (isBare && !production),
    s3: env.S3_BUCKET
      ? { bucket: env.S3_BUCKET, region: env.S3_REGION ?? '', endpoint: env.S3_ENDPOINT }
      : null,
    stripe: env.STRIPE_SECRET_KEY
      ? {
          secretKey: env.STRIPE_SECRET_KEY,
          webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? '',
          thinWebhookSecret: env.STRIPE_THIN_WEBHOOK_SECRET ?? env.STRIPE_WEBHOOK_SECRET ?? '',
        }
      : null,
    paymentsSandbox: env.PAYMENTS_SANDBOX ?? null,
    sandboxPort,
    /** Loopback, unless the operator configures the URL at which browsers reach it. */
    sandboxHost: env.SANDBOX_PUBLIC_URL !== undefined && host !== '::1' ? host : '127.0.0.1',
    /** The URL of the sandbox's pages for browsers; null when it equals the sandbox's own URL. */
    sandboxPublicUrl: env.SANDBOX_PUBLIC_URL ?? localSandboxUrl(env.PUBLIC_URL, sandboxPort),
    sandboxUrl: env.SANDBOX_URL ?? null,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? 'Undersong <hello@undersong.example>',
    contactEmail: env.CONTACT_EMAIL ?? null,
    /** Shown on receipts. */
    seller: sellerOf(env),
    authSecret: env.AUTH_SECRET ?? null,
    revalidateSecret: env.REVALIDATE_SECRET ?? null,
    ratingsNeedPurchase: env.RATINGS_NEED_PURCHASE ?? false,
    reviewsNeedEmail: env.REVIEWS_NEED_EMAIL ?? false,
    commissionSpans: spansOf(env),
    disputesChargedTo: env.DISPUTES_CHARGED_TO ?? 'platform',
    ...payoutSettingsOf(env),
    ...vatSettingsOf(env),
    failpoints: env.FAILPOINTS ?? false,
    /** Where Node keeps compiled modules. */
    compileCache: env.NODE_COMPILE_CACHE ?? null,
    // ffmpeg runs in other working directories, so a relative path is made absolute.
    ffmpegPath: env.FFMPEG_PATH?.includes('/') ? fromProject(env.FFMPEG_PATH) : env.FFMPEG_PATH,
  }
}

function sellerOf(env: z.output<typeof environment>) {
  return {
    name: env.SELLER_NAME ?? productName,
    address: linesOfAddress(env.SELLER_ADDRESS ?? ''),
    vatNumber: vatNumberNow(env),
  }
}

/** Separated by `|`, because an address contains commas. */
function linesOfAddress(address: string): string[] {
  const lines = address.split('|').map((line) => line.trim())
  return lines.filter((line) => line !== '')
}

/** Resolves relative paths against the project, independent of the working directory. */
function fromProject(path: string): string {
  return resolve(fileURLToPath(new URL('../../../', import.meta.url)), path)
}

/** A server that listens on all addresses is reached at loopback; an IPv6 address needs brackets in a URL. */
function hostOfUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

/** For http://localhost the sandbox URL is derived; for any other host only the operator knows it. */
function localSandboxUrl(publicUrl: string | undefined, sandboxPort: number): string | null {
  if (publicUrl === undefined || sandboxPort === 0) return null
  const { protocol, hostname } = new URL(publicUrl)
  const isLocalhost = protocol === 'http:' && hostname === 'localhost'
  return isLocalhost ? `http://${hostname}:${sandboxPort}` : null
}

/** The next port; for the highest port, the one below. */
function adjacentPort(port: number): number {
  if (port === 0) return 0
  return port === 65_535 ? port - 1 : port + 1
}
