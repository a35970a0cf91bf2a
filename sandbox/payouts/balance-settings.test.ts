import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import {
  balanceOf,
  cart,
  createActiveAccount,
  createTestSandbox,
  payCart,
} from '../test-support/test-sandbox.ts'

const day = 24 * 3600

test('an account has settings of its own, and a change leaves the others as they are', async () => {
  await using sandbox = await createTestSandbox()
  const { balanceSettings } = sandbox.stripe
  const options = { stripeAccount: await createActiveAccount(sandbox) }
  expect((await balanceSettings.retrieve({}, options)).payments).toEqual({
    debit_negative_balances: true,
    payouts: {
      automatic_transfer_rules_by_currency: null,
      minimum_balance_by_currency: null,
      schedule: { interval: 'manual' },
      statement_descriptor: null,
      status: 'enabled',
    },
    settlement_timing: { delay_days: 2, start_of_day: null },
  })
  await balanceSettings.update(
    {
      payments: {
        debit_negative_balances: false,
        payouts: {
          schedule: { interval: 'monthly', monthly_payout_days: [1, 15] },
          minimum_balance_by_currency: { gbp: 250 },
          statement_descriptor: 'UNDERSONG',
        },
        settlement_timing: { delay_days_override: 7 },
      },
    },
    options,
  )
  const changed = await balanceSettings.update(
    { payments: { payouts: { statement_descriptor: 'SONGS' } } },
    options,
  )
  expect(changed.payments).toMatchObject({
    debit_negative_balances: false,
    payouts: {
      minimum_balance_by_currency: { gbp: 250 },
      schedule: { interval: 'monthly', monthly_payout_days: [1, 15] },
      statement_descriptor: 'SONGS',
    },
    settlement_timing: { delay_days: 7, delay_days_override: 7 },
  })
  const reset = await balanceSettings.update(
    {
      payments: {
        payouts: { schedule: { interval: 'weekly', weekly_payout_days: ['friday'] } },
        settlement_timing: { delay_days_override: '' },
      },
    },
    options,
  )
  expect(reset.payments.payouts?.schedule).toEqual({
    interval: 'weekly',
    weekly_payout_days: ['friday'],
  })
  expect(reset.payments.settlement_timing).toEqual({ delay_days: 2, start_of_day: null })
  const own = await balanceSettings.retrieve()
  expect(own.payments.payouts?.schedule).toEqual({ interval: 'manual' })
})

test.each([
  ['a month without days', { schedule: { interval: 'monthly' } }, 'monthly_payout_days'],
  ['a week without days', { schedule: { interval: 'weekly' } }, 'weekly_payout_days'],
  [
    'days of a month that no month has',
    { schedule: { interval: 'monthly', monthly_payout_days: [32] } },
    'monthly_payout_days',
  ],
  [
    'days that do not apply',
    { schedule: { interval: 'daily', monthly_payout_days: [1] } },
    'monthly_payout_days',
  ],
  ['another currency', { minimum_balance_by_currency: { eur: 1 } }, 'minimum_balance_by_currency'],
] as const)('%s is refused', async (_case, payouts, param) => {
  await using sandbox = await createTestSandbox()
  // The types allow no readonly arrays.
  const params: Stripe.BalanceSettingsUpdateParams = JSON.parse(
    JSON.stringify({ payments: { payouts } }),
  )
  await expect(sandbox.stripe.balanceSettings.update(params)).rejects.toMatchObject({
    statusCode: 400,
    param: expect.stringContaining(param),
  })
  const { payments } = await sandbox.stripe.balanceSettings.retrieve()
  expect(payments.payouts?.schedule?.interval).toBe('manual')
})

test.each([1, 32])('a delay of %i days is refused', async (delay_days_override) => {
  await using sandbox = await createTestSandbox()
  await expect(
    sandbox.stripe.balanceSettings.update({
      payments: { settlement_timing: { delay_days_override } },
    }),
  ).rejects.toMatchObject({ statusCode: 400 })
})

test('the delay of the platform says when its charges are available', async () => {
  await using sandbox = await createTestSandbox()
  await sandbox.stripe.balanceSettings.update({
    payments: { settlement_timing: { delay_days_override: 5 } },
  })
  await payCart(sandbox, cart(920))
  await sandbox.control('clock', { seconds: 4 * day })
  expect(await balanceOf(sandbox)).toEqual([0, 886])
  await sandbox.control('clock', { seconds: day })
  expect(await balanceOf(sandbox)).toEqual([886, 0])
})

test('the schedule of the platform is what the last of call and gap says', async () => {
  await using sandbox = await createTestSandbox()
  const interval = async () =>
    (await sandbox.stripe.balanceSettings.retrieve()).payments.payouts?.schedule?.interval
  await sandbox.control('platform', { missing: ['manual_payouts'] })
  expect(await interval()).toBe('daily')
  await sandbox.stripe.balanceSettings.update({
    payments: { payouts: { schedule: { interval: 'manual' } } },
  })
  expect(await interval()).toBe('manual')
  await sandbox.control('platform', { missing: ['manual_payouts'] })
  expect(await interval()).toBe('daily')
})
