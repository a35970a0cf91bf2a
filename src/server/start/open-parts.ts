// Opens the parts of the app, each either embedded or as configured.

import { join } from 'node:path'
import type { Config } from '#server/start/config.ts'
import { localHostnames } from '#server/http/odd-hosts.ts'
import { connect, type Database } from '#server/db/client.ts'
import {
  noFailpoints,
  type ArmedFailpoints,
  type Failpoints,
} from '#server/clock-and-failpoints/failpoints.ts'
import { migrate } from '#server/db/migrate.ts'
import { openFolderMail, openSmtpMail, type Mail } from '#server/gateways/mail/mail.ts'
import type { Payments } from '#server/gateways/payments/payments.ts'
import { openStripePayments } from '#server/gateways/payments/stripe-payments.ts'
import { openFileStorage } from '#server/gateways/storage/file-storage.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import type { Secrets } from './data-dir.ts'
import { openArmedFailpoints } from './armed-failpoints.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { startSandbox } from './sandbox-process.ts'
import { messageOf, StartProblem } from './start-problem.ts'

export type Log = (line: string) => void

/** Each opened part is put on the stack, to be closed in the opposite order. */
type Opening = {
  config: Config
  secrets: Secrets
  parts: AsyncDisposableStack
  log: Log
  signal?: AbortSignal | undefined
}

export async function openDatabaseServer({
  config,
  secrets,
  parts,
  log,
  signal,
}: Opening): Promise<string> {
  if (config.databaseUrl !== null) return config.databaseUrl
  log('Starting the database')
  const postgres = await startEmbeddedPostgres({
    folder: join(config.dataDir, 'postgres'),
    password: secrets.database,
    durable: true,
    log,
    signal,
  })
  parts.defer(postgres.stop)
  return postgres.url
}

/** @throws StartProblem when the database does not respond. */
export async function openDatabase(
  url: string,
  { requestTimeoutMs }: Config,
  parts: AsyncDisposableStack,
): Promise<Database> {
  const database = connect(url, { requestTimeoutMs, onIdleError: () => undefined })
  parts.defer(database.close)
  try {
    await database.pool.query('select 1')
  } catch (cause) {
    throw new StartProblem(`The database does not respond: ${messageOf(cause)}`, { cause })
  }
  return database
}

/** @throws StartProblem, e.g. when the role may not create the tables. */
export async function bringUpToDate({ pool }: Database): Promise<void> {
  try {
    await migrate(pool)
  } catch (error) {
    const causes = [error, error instanceof Error ? error.cause : undefined]
    const why = causes.filter((cause) => cause !== undefined).map(messageOf)
    throw new StartProblem(`The database cannot be brought up to date: ${why.join(' ')}`, {
      cause: error,
    })
  }
}

/** @throws StartProblem with the store's own sentence. */
export async function openStorage(config: Config): Promise<Storage> {
  try {
    if (config.s3) {
      // Its library takes long to load, and most installations store files in a folder.
      const { openS3Storage } = await import('#server/gateways/storage/s3-storage.ts')
      return await openS3Storage(config.s3)
    }
    return await openFileStorage(join(config.dataDir, 'files'))
  } catch (cause) {
    throw new StartProblem(messageOf(cause), { cause })
  }
}

/** The folder of emails shown at /dev/outbox, only in a trial; null otherwise. */
export function outboxFolderOf(config: Config): string | null {
  const isTrial = !config.production && config.stripe === null && config.smtpUrl === null
  // A local proxy may forward requests without headers: with a public address the emails are not served.
  const isLocal = localHostnames.has(new URL(config.publicUrl).hostname)
  return isTrial && isLocal ? join(config.dataDir, 'outbox') : null
}

/** Its variable alone does not suffice: only a trial has them, and only where one process serves all requests. */
export function failpointsOf(config: Config): Failpoints | ArmedFailpoints {
  const isTrial = outboxFolderOf(config) !== null && config.webProcesses === 1
  return config.failpoints && isTrial ? openArmedFailpoints() : noFailpoints
}

export async function openMail(config: Config): Promise<Mail> {
  if (config.smtpUrl !== null) return openSmtpMail({ url: config.smtpUrl, from: config.mailFrom })
  const folder = join(config.dataDir, 'outbox')
  try {
    return await openFolderMail({ folder, from: config.mailFrom })
  } catch (cause) {
    throw new StartProblem(`Emails cannot be stored in ${folder}: ${messageOf(cause)}`, { cause })
  }
}

/** An unreachable mail server does not stop the start: its emails wait. */
export async function warnOfSilentMail(mail: Mail, log: Log): Promise<void> {
  await mail
    .check()
    .catch((error: unknown) =>
      log(
        `The mail server of SMTP_URL cannot be used (${messageOf(error)}): emails wait until it can.`,
      ),
    )
}

/** `sandboxUrl` is null with a real provider. */
export async function openPayments(
  opening: Opening,
): Promise<{ payments: Payments; sandboxUrl: string | null }> {
  const { config, secrets } = opening
  if (config.stripe) return { payments: openStripePayments(config.stripe), sandboxUrl: null }
  const sandboxUrl = config.sandboxUrl ?? (await startSandboxFor(opening))
  const payments = openStripePayments({
    secretKey: secrets.sandboxKey,
    webhookSecret: secrets.webhook,
    thinWebhookSecret: secrets.thinWebhook,
    apiUrl: sandboxUrl,
    pagesUrl: config.sandboxPublicUrl ?? sandboxUrl,
  })
  return { payments, sandboxUrl }
}

async function startSandboxFor(opening: Opening): Promise<string> {
  const { config, secrets, parts, log, signal } = opening
  log('Starting the test card provider')
  const sandbox = await startSandbox({ variables: sandboxVariables(config, secrets), log, signal })
  parts.defer(sandbox.stop)
  return sandbox.url
}

/** So that refunds in a trial are made at once: the provider keeps its fee, and a refund costs more than was paid. */
const toppedUpPence = 100_000

export function sandboxVariables(config: Config, secrets: Secrets): Record<string, string> {
  const folder = join(config.dataDir, 'sandbox')
  return {
    NODE_ENV: config.production ? 'production' : 'development',
    SANDBOX_HOST: config.sandboxHost,
    SANDBOX_PORT: String(config.sandboxPort),
    ...(config.sandboxPublicUrl ? { SANDBOX_PUBLIC_URL: config.sandboxPublicUrl } : {}),
    SANDBOX_DATA_DIR: folder,
    SANDBOX_CONTRACT_FILE: join(folder, 'contract.json'),
    SANDBOX_SECRET_KEY: secrets.sandboxKey,
    SANDBOX_TOPPED_UP_PENCE: String(toppedUpPence),
    SANDBOX_WEBHOOK_URL: `${config.localUrl}/api/stripe/webhook`,
    SANDBOX_WEBHOOK_SECRET: secrets.webhook,
    SANDBOX_THIN_WEBHOOK_URL: `${config.localUrl}/api/stripe/webhook/thin`,
    SANDBOX_THIN_WEBHOOK_SECRET: secrets.thinWebhook,
    // Its control, which moves its clock (/dev/clock).
    ...(outboxFolderOf(config) === null ? {} : { SANDBOX_CONTROL: '1' }),
    ...(config.paymentsSandbox ? { PAYMENTS_SANDBOX: config.paymentsSandbox } : {}),
    // Otherwise compiling its modules takes half of its start.
    ...(config.compileCache ? { NODE_COMPILE_CACHE: config.compileCache } : {}),
  }
}
