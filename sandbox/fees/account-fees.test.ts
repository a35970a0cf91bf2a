import { expect, test } from 'vitest'
import {
  balanceOf,
  cart,
  createActiveAccount,
  createTestSandbox,
  payCart,
  type TestSandbox,
} from '../test-support/test-sandbox.ts'

const day = 24 * 3600

/** To a second after the beginning of the next month. */
async function passMonth(sandbox: TestSandbox): Promise<void> {
  const { now } = (await sandbox.control('clock', { seconds: 0 })) as { now: number }
  const date = new Date(now * 1000)
  const next = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) / 1000
  await sandbox.control('clock', { seconds: next + 1 - now })
}

async function send(sandbox: TestSandbox, destination: string, pence: number): Promise<void> {
  await sandbox.control('topup', { pence })
  await sandbox.stripe.transfers.create({ amount: pence, currency: 'gbp', destination })
}

async function createDailyAccount(sandbox: TestSandbox): Promise<string> {
  const account = await createActiveAccount(sandbox)
  await sandbox.stripe.balanceSettings.update(
    { payments: { payouts: { schedule: { interval: 'daily' } } } },
    { stripeAccount: account },
  )
  return account
}

async function feesOf({ stripe }: TestSandbox) {
  const { data } = await stripe.balanceTransactions.list({ type: 'stripe_fee', limit: 100 })
  return data
}

test('a month costs for each account that was paid out, for each payout and for its amount', async () => {
  await using sandbox = await createTestSandbox()
  await passMonth(sandbox)
  const [first, second] = [await createDailyAccount(sandbox), await createDailyAccount(sandbox)]
  await createDailyAccount(sandbox)
  await send(sandbox, first, 10_000)
  await send(sandbox, second, 5_000)
  await sandbox.control('clock', { seconds: day })
  await send(sandbox, first, 2_000)
  await passMonth(sandbox)
  const fees = await feesOf(sandbox)
  expect(fees.map(({ amount, fee }) => [amount, fee])).toEqual([
    [-30, 0],
    [-43, 0],
    [-400, 0],
  ])
  expect(fees[0]).toMatchObject({
    reporting_category: 'fee',
    source: null,
    description: expect.stringMatching(/^Connect \(\d{4}-\d\d-01 - \d{4}-\d\d-\d\d\): Payout Fee$/),
  })
  expect(fees.map(({ description }) => description?.split(': ')[1])).toEqual([
    'Payout Fee',
    'Account Volume Billing',
    'Active Account Billing',
  ])
  expect(await balanceOf(sandbox)).toEqual([-473, 0])
})

test('a month without payouts costs nothing, nor does a payout of the platform or one that was canceled', async () => {
  await using sandbox = await createTestSandbox({ SANDBOX_TOPPED_UP_PENCE: '1000' })
  const account = await createActiveAccount(sandbox)
  const options = { stripeAccount: account }
  await send(sandbox, account, 500)
  const payout = { amount: 500, currency: 'gbp' } as const
  await sandbox.stripe.payouts.create(payout)
  const { id } = await sandbox.stripe.payouts.create(payout, options)
  await sandbox.stripe.payouts.cancel(id, {}, options)
  await passMonth(sandbox)
  await passMonth(sandbox)
  expect(await feesOf(sandbox)).toEqual([])
})

test('months that pass at once are billed each', async () => {
  await using sandbox = await createTestSandbox({ SANDBOX_TOPPED_UP_PENCE: '5000' })
  const { balanceSettings, transfers } = sandbox.stripe
  await passMonth(sandbox)
  const account = await createActiveAccount(sandbox)
  await balanceSettings.update(
    { payments: { payouts: { schedule: { interval: 'monthly', monthly_payout_days: [15] } } } },
    { stripeAccount: account },
  )
  await balanceSettings.update({ payments: { settlement_timing: { delay_days_override: 31 } } })
  const charge = await payCart(sandbox, cart(2000))
  const transfer = { currency: 'gbp', destination: account }
  await transfers.create({ ...transfer, amount: 500 })
  await transfers.create({ ...transfer, amount: 1000, source_transaction: charge.id })
  await sandbox.control('clock', { seconds: 100 * day })
  const active = (await feesOf(sandbox))
    .filter(({ description }) => description?.endsWith('Active Account Billing'))
    .map(({ amount, created }) => [amount, new Date(created * 1000)] as const)
  expect(active.map(([amount]) => amount)).toEqual([-200, -200])
  expect(active.map(([, date]) => date.getUTCDate())).toEqual([1, 1])
  expect(new Set(active.map(([, date]) => date.getUTCMonth())).size).toBe(2)
})
