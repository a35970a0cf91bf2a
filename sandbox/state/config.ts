// The sandbox's settings, read once from the environment.
import { z } from 'zod'
import { usualFaultPercent, type DisorderOptions } from './disorder.ts'

const flag = (byDefault: '0' | '1' = '0') =>
  z
    .enum(['0', '1'], 'must be 0 or 1')
    .default(byDefault)
    .transform((value) => value === '1')

const address = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' })

const environment = z
  .object({
    SANDBOX_PORT: z.coerce.number('must be a port number').int().min(0).max(65_535).default(0),
    SANDBOX_HOST: z.string().min(1).default('127.0.0.1'),
    SANDBOX_DATA_DIR: z.string('is required').min(1),
    SANDBOX_SECRET_KEY: z.string('is required').regex(/^sk_test_\w+$/, 'must start with sk_test_'),
    SANDBOX_CONTRACT_FILE: z.string().min(1).optional(),
    SANDBOX_PUBLIC_URL: address.optional(),
    SANDBOX_WEBHOOK_URL: address.optional(),
    SANDBOX_WEBHOOK_SECRET: z.string().min(1).optional(),
    SANDBOX_THIN_WEBHOOK_URL: address.optional(),
    SANDBOX_THIN_WEBHOOK_SECRET: z.string().min(1).optional(),
    SANDBOX_TOPPED_UP_PENCE: z.coerce.number('must be pence').int().min(0).default(0),
    SANDBOX_CONTROL: flag(),
    SANDBOX_DISORDER_SEED: z.coerce.number('must be a whole number').int().optional(),
    SANDBOX_DURABLE: flag('1'),
    NODE_ENV: z.string().optional(),
    PAYMENTS_SANDBOX: z.string().optional(),
  })
  .refine((env) => !env.SANDBOX_WEBHOOK_URL || env.SANDBOX_WEBHOOK_SECRET, {
    path: ['SANDBOX_WEBHOOK_SECRET'],
    message: 'is needed with SANDBOX_WEBHOOK_URL',
    when: () => true,
  })
  .refine((env) => !env.SANDBOX_THIN_WEBHOOK_URL || env.SANDBOX_THIN_WEBHOOK_SECRET, {
    path: ['SANDBOX_THIN_WEBHOOK_SECRET'],
    message: 'is needed with SANDBOX_THIN_WEBHOOK_URL',
    when: () => true,
  })
  .refine((env) => env.NODE_ENV !== 'production' || env.PAYMENTS_SANDBOX === 'i-know', {
    path: ['NODE_ENV'],
    message:
      'is production, where payments in a sandbox would sell for no money: set PAYMENTS_SANDBOX=i-know to run it all the same.',
    when: () => true,
  })

export interface WebhookEndpoint {
  name: 'snapshot' | 'thin'
  url: string
  secret: string
}

export interface Config {
  port: number
  host: string
  dataDir: string
  durable: boolean
  secretKey: string
  contractFile: string
  publicUrl: string | undefined
  endpoints: WebhookEndpoint[]
  /** What the platform has on its balance from the first start on. */
  toppedUpPence: number
  control: boolean
  /** Null: every request and every event arrives. */
  disorder: DisorderOptions | null
}

export class ConfigError extends Error {}

/** @throws ConfigError with every problem at once, one a line. */
export function readConfig(variables: Record<string, string | undefined> = process.env): Config {
  const parsed = environment.safeParse(variables)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
    throw new ConfigError(problems.join('\n'))
  }
  const env = parsed.data
  return {
    port: env.SANDBOX_PORT,
    host: env.SANDBOX_HOST,
    dataDir: env.SANDBOX_DATA_DIR,
    durable: env.SANDBOX_DURABLE,
    secretKey: env.SANDBOX_SECRET_KEY,
    contractFile: env.SANDBOX_CONTRACT_FILE ?? `${env.SANDBOX_DATA_DIR}/stripe-contract.json`,
    publicUrl: env.SANDBOX_PUBLIC_URL?.replace(/\/$/, ''),
    endpoints: [
      ...endpoint('snapshot', env.SANDBOX_WEBHOOK_URL, env.SANDBOX_WEBHOOK_SECRET),
      ...endpoint('thin', env.SANDBOX_THIN_WEBHOOK_URL, env.SANDBOX_THIN_WEBHOOK_SECRET),
    ],
    toppedUpPence: env.SANDBOX_TOPPED_UP_PENCE,
    control: env.SANDBOX_CONTROL,
    disorder:
      env.SANDBOX_DISORDER_SEED === undefined
        ? null
        : { seed: env.SANDBOX_DISORDER_SEED, faultPercent: usualFaultPercent },
  }
}

function endpoint(
  name: WebhookEndpoint['name'],
  url: string | undefined,
  secret: string | undefined,
): WebhookEndpoint[] {
  return url && secret ? [{ name, url, secret }] : []
}
