import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commissionSpans } from '#rules/commissions/commission-spans.ts'
import { projectRoot } from '../../../scripts/run-program.ts'
import { readConfig } from './config.ts'

test('without any variables everything is embedded, and the demo is on', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
    databaseUrl: null,
    s3: null,
    stripe: null,
    smtpUrl: null,
    demo: true,
    webProcesses: 1,
  })
})

test('requests may take longer than usual only if REQUEST_TIMEOUT_MS says so', () => {
  expect(readConfig({}).requestTimeoutMs).toBeUndefined()
  expect(readConfig({ REQUEST_TIMEOUT_MS: '60000' }).requestTimeoutMs).toBe(60_000)
  expect(() => readConfig({ REQUEST_TIMEOUT_MS: '10' })).toThrow('REQUEST_TIMEOUT_MS')
})

test('data lie in the folder of the project unless DATA_DIR says otherwise', () => {
  expect(readConfig({}).dataDir).toBe(join(projectRoot, 'data'))
  expect(readConfig({ DATA_DIR: '../other' }).dataDir).toBe(join(projectRoot, '../other'))
})

test('with DATABASE_URL the demo is off by default', () => {
  expect(readConfig({ DATABASE_URL: 'postgres://u:p@db/shop' }).demo).toBe(false)
})

test('in production the demo is off unless DEMO=1', () => {
  const variables = { NODE_ENV: 'production', PAYMENTS_SANDBOX: 'i-know' }
  expect(readConfig(variables).demo).toBe(false)
  expect(readConfig({ ...variables, DEMO: '1' }).demo).toBe(true)
})

test.each([
  ['::1', 'http://[::1]:3000'],
  ['::', 'http://127.0.0.1:3000'],
  ['0.0.0.0', 'http://127.0.0.1:3000'],
])('HOST=%s is reached at %s', (HOST, address) => {
  expect(readConfig({ HOST })).toMatchObject({ localUrl: address, publicUrl: address })
})

test('the highest port leaves the one below to the test card provider', () => {
  expect(readConfig({ PORT: '3000' }).sandboxPort).toBe(3001)
  expect(readConfig({ PORT: '65535' }).sandboxPort).toBe(65_534)
})

test("for localhost the test card provider's public URL is derived from PUBLIC_URL", () => {
  expect(readConfig({}).sandboxPublicUrl).toBeNull()
  const here = { PUBLIC_URL: 'http://localhost:3000' }
  expect(readConfig(here).sandboxPublicUrl).toBe('http://localhost:3001')
  const own = { PUBLIC_URL: 'http://shop.lan:3000', SANDBOX_PUBLIC_URL: 'https://pay.shop.lan' }
  expect(readConfig(own).sandboxPublicUrl).toBe('https://pay.shop.lan')
  expect(readConfig({ PUBLIC_URL: 'http://shop.lan:3000' }).sandboxPublicUrl).toBeNull()
})

test.each([
  [{ HOST: '0.0.0.0' }, '127.0.0.1'],
  [{ HOST: '192.168.1.5', PUBLIC_URL: 'http://shop.lan:3000' }, '127.0.0.1'],
  [{ HOST: '0.0.0.0', SANDBOX_PUBLIC_URL: 'http://shop.lan:3001' }, '0.0.0.0'],
  [{ HOST: '::1', SANDBOX_PUBLIC_URL: 'http://shop.lan:3001' }, '127.0.0.1'],
])('with %j the test card provider listens on %s', (variables, host) => {
  expect(readConfig(variables).sandboxHost).toBe(host)
})

test.each(['70000', '-1', '80.5', 'soon'])('PORT=%s is refused with the allowed range', (PORT) => {
  expect(() => readConfig({ PORT })).toThrow(/^PORT must be a whole number from 0 to 65535$/)
})

test('all problems are reported at once, with the name of the variable', () => {
  expect(() =>
    readConfig({
      PORT: 'soon',
      DATABASE_URL: 'mysql://x',
      AUTH_SECRET: 'short',
      DEMO: 'yes',
      S3_BUCKET: 'files',
      NODE_ENV: 'production',
    }),
  ).toThrow(
    [
      'PORT must be a whole number from 0 to 65535',
      'DATABASE_URL must be an address like postgres://user:password@host/name',
      'DEMO must be 0 or 1',
      'AUTH_SECRET must have at least 32 characters',
      'S3_REGION is needed with S3_BUCKET',
      'STRIPE_SECRET_KEY is needed in production (or PAYMENTS_SANDBOX=i-know to take no real money)',
    ].join('\n'),
  )
})

test.each([
  [{ STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_WEBHOOK_SECRET is needed with STRIPE_SECRET_KEY'],
  [{ NODE_ENV: 'production' }, 'STRIPE_SECRET_KEY is needed in production'],
  [{ S3_BUCKET: 'files' }, 'S3_REGION is needed with S3_BUCKET'],
  [{ WEB_PROCESSES: '2' }, 'WEB_PROCESSES more than one needs DATABASE_URL'],
  [
    { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', DEMO: '1' },
    'DEMO is never mixed with a real card provider',
  ],
  [
    { FAILPOINTS: '1', NODE_ENV: 'production', PAYMENTS_SANDBOX: 'i-know' },
    'FAILPOINTS is for tests',
  ],
  [
    { FAILPOINTS: '1', STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
    'FAILPOINTS is for tests',
  ],
])('%j is refused: %s', (variables, message) => {
  expect(() => readConfig(variables)).toThrow(message)
})

test.each([
  'https://shop.example/music',
  'https://shop.example/?a',
  'https://me@shop.example',
  'https://:pw@shop.example',
])('PUBLIC_URL=%s is refused: the app must be at the root', (PUBLIC_URL) => {
  expect(() => readConfig({ PUBLIC_URL })).toThrow(
    /^PUBLIC_URL must be an address without a path, like https:\/\/example.org$/,
  )
  expect(readConfig({ PUBLIC_URL: 'https://shop.example/' }).publicUrl).toBe('https://shop.example')
})

const live = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }

test.each([
  undefined,
  'http://undersong.example',
  'https://localhost',
  'https://shop.localhost:8443',
  'https://127.0.0.1:3000',
  'https://[::1]',
  'https://0.0.0.0',
])('a live key is refused with PUBLIC_URL=%s', (PUBLIC_URL) => {
  for (const key of ['sk_live_1', 'rk_live_1']) {
    expect(() => readConfig({ ...live, STRIPE_SECRET_KEY: key, PUBLIC_URL })).toThrow(
      /^PUBLIC_URL must be an https address that customers reach, because STRIPE_SECRET_KEY takes real money$/,
    )
  }
  const testKey = { ...live, STRIPE_SECRET_KEY: 'sk_test_1', PUBLIC_URL }
  expect(readConfig(testKey).stripe?.secretKey).toBe('sk_test_1')
})

test('a live key is accepted with a public https address', () => {
  const { publicUrl, stripe } = readConfig({ ...live, PUBLIC_URL: 'https://undersong.example' })
  expect([publicUrl, stripe?.secretKey]).toEqual(['https://undersong.example', 'sk_live_1'])
})

test('production accepts test payments only with PAYMENTS_SANDBOX', () => {
  expect(readConfig({ NODE_ENV: 'production', PAYMENTS_SANDBOX: 'i-know' }).stripe).toBeNull()
})

test('a blank variable counts as unset', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', STRIPE_SECRET_KEY: '' })).toMatchObject({
    port: 3000,
    stripe: null,
  })
})

test('who may rate and review is open until an operator closes it', () => {
  expect(readConfig({})).toMatchObject({ ratingsNeedPurchase: false, reviewsNeedEmail: false })
  const closed = readConfig({ RATINGS_NEED_PURCHASE: '1', REVIEWS_NEED_EMAIL: '1' })
  expect(closed).toMatchObject({ ratingsNeedPurchase: true, reviewsNeedEmail: true })
})

test('each span of a commission is a variable', () => {
  expect(readConfig({}).commissionSpans).toEqual(commissionSpans)
  const { commissionSpans: spans } = readConfig({
    COMMISSION_APPROVAL_DAYS: '0',
    COMMISSION_PAY_HOURS: '24',
  })
  expect(spans).toEqual({ ...commissionSpans, approvalDays: 0, payHours: 24 })
})

test.each([
  ['COMMISSION_LATEST_APPROVAL_DAY', '85', 'must be less than COMMISSION_LONGEST_HELD_DAY'],
  ['COMMISSION_LATEST_END_DAY', '86', 'must be less than COMMISSION_LONGEST_HELD_DAY'],
  ['COMMISSION_LONGEST_HELD_DAY', '86', 'must be a whole number from 2 to 85'],
])(
  '%s=%s is refused: money is never held longer than the provider keeps it',
  (name, value, why) => {
    expect(() => readConfig({ [name]: value })).toThrow(`${name} ${why}`)
  },
)

test('banks are paid on the first of a month until an operator says otherwise', () => {
  const scheduleOf = (variables: Record<string, string>) => readConfig(variables).payoutSchedule
  expect(scheduleOf({})).toEqual({ interval: 'monthly', day: 1 })
  expect(scheduleOf({ PAYOUT_DAY: '15' })).toEqual({ interval: 'monthly', day: 15 })
  expect(scheduleOf({ PAYOUT_INTERVAL: 'weekly' })).toEqual({ interval: 'weekly', day: 1 })
  expect(scheduleOf({ PAYOUT_INTERVAL: 'daily' })).toEqual({ interval: 'daily' })
})

test.each([
  [{ PAYOUT_INTERVAL: 'yearly' }, 'PAYOUT_INTERVAL'],
  [{ PAYOUT_DAY: '32' }, 'PAYOUT_DAY must be a whole number from 1 to 31'],
  [{ PAYOUT_INTERVAL: 'weekly', PAYOUT_DAY: '6' }, 'PAYOUT_DAY must be 1 (Monday) to 5 (Friday)'],
  [{ PAYOUT_INTERVAL: 'daily', PAYOUT_DAY: '1' }, 'PAYOUT_DAY is for'],
  [{ PLATFORM_RESERVE: '1,000' }, 'PLATFORM_RESERVE must be pounds'],
  [{ PLATFORM_RESERVE: '-1' }, 'PLATFORM_RESERVE must be pounds'],
])('%j is refused: %s', (variables, why) => {
  expect(() => readConfig(variables)).toThrow(why)
})

test('a VAT rate and number can apply from a day on', () => {
  const vatOf = (variables: Record<string, string>) => readConfig(variables).vat
  expect(vatOf({})).toEqual({ mode: 'none', rates: [], numbers: [] })
  const variables = {
    VAT_MODE: 'sale',
    VAT_RATE: '20|2028-04-01 17.5',
    SELLER_VAT_NUMBER: ' 2025-01-01 GB 123 4567 89 | 2028-04-01 GB987654321',
  }
  expect(() => readConfig(variables)).toThrow('SELLER_VAT_NUMBER must apply on the first day')
  expect(vatOf({ ...variables, VAT_RATE: '2026-01-01 20 | 2028-04-01 17.5' })).toEqual({
    mode: 'sale',
    rates: [
      { from: '2026-01-01', value: 2_000 },
      { from: '2028-04-01', value: 1_750 },
    ],
    numbers: [
      { from: '2025-01-01', value: 'GB 123 4567 89' },
      { from: '2028-04-01', value: 'GB987654321' },
    ],
  })
  expect(readConfig({ SELLER_VAT_NUMBER: 'GB 1234' }).seller.vatNumber).toBe('GB 1234')
  expect(readConfig({ SELLER_VAT_NUMBER: '2999-01-01 GB1234' }).seller.vatNumber).toBeNull()
})

test.each([
  [{ VAT_MODE: 'all' }, 'VAT_MODE must be one of none, fee, sale'],
  [{ VAT_MODE: 'fee', SELLER_VAT_NUMBER: 'GB1234' }, 'VAT_RATE is needed with'],
  [{ VAT_MODE: 'sale', VAT_RATE: '20' }, 'SELLER_VAT_NUMBER is needed with'],
  [{ VAT_RATE: '20%' }, 'VAT_RATE must be a percentage'],
  [{ VAT_RATE: '120' }, 'VAT_RATE must be a percentage'],
  [{ VAT_RATE: '2027-02-30 20' }, 'VAT_RATE must be a percentage'],
  [{ VAT_RATE: '20 | 17.5' }, 'VAT_RATE must be a percentage'],
  [{ VAT_RATE: '2027-02-01 20 | 2027-02-01 17.5' }, 'the earliest first'],
  [{ VAT_RATE: '2027-02-01 20 |' }, 'VAT_RATE must be a percentage'],
  [{ SELLER_VAT_NUMBER: 'x' }, 'SELLER_VAT_NUMBER must be a number'],
])('%j is refused: %s', (variables, why) => {
  expect(() => readConfig(variables)).toThrow(why)
})

test('the reserve of the platform is in pounds', () => {
  expect(readConfig({}).platformReservePence).toBe(20_000)
  expect(readConfig({ PLATFORM_RESERVE: '0' }).platformReservePence).toBe(0)
  expect(readConfig({ PLATFORM_RESERVE: '£1234.50' }).platformReservePence).toBe(123_450)
})
