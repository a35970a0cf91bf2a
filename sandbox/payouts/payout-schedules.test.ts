import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import {
  balanceOf,
  cart,
  createAccount,
  createActiveAccount,
  createTestSandbox,
  payCart,
  type TestSandbox,
} from '../test-support/test-sandbox.ts'

const day = 24 * 3600
const atOnceCard = '4000000000000077'
const pass = (sandbox: TestSandbox, seconds: number) => sandbox.control('clock', { seconds })

/** To a second after the next midnight for which this holds. */
async function passTo(sandbox: TestSandbox, isIt: (date: Date) => boolean): Promise<void> {
  const { now } = (await pass(sandbox, 0)) as { now: number }
  let midnight = now - (now % day) + day
  while (!isIt(new Date(midnight * 1000))) midnight += day
  await pass(sandbox, midnight + 1 - now)
}

const isFirst = (date: Date) => date.getUTCDate() === 1
const everyDay = () => true

async function createDailyAccount(sandbox: TestSandbox): Promise<string> {
  const account = await createActiveAccount(sandbox)
  await setSchedule(sandbox, account, { interval: 'daily' })
  return account
}

/** An account that has so much to be paid out, daily. */
async function createPaidAccount(sandbox: TestSandbox, pence: number): Promise<string> {
  const destination = await createDailyAccount(sandbox)
  await send(sandbox, destination, pence)
  return destination
}

async function send(sandbox: TestSandbox, destination: string, pence: number): Promise<void> {
  await sandbox.control('topup', { pence })
  await sandbox.stripe.transfers.create({ amount: pence, currency: 'gbp', destination })
}

function setSchedule(
  { stripe }: TestSandbox,
  stripeAccount: string,
  schedule: Stripe.BalanceSettingsUpdateParams.Payments.Payouts.Schedule,
) {
  return stripe.balanceSettings.update({ payments: { payouts: { schedule } } }, { stripeAccount })
}

/** The oldest first, with the day on which each was made. */
async function payoutsOf({ stripe }: TestSandbox, stripeAccount: string) {
  const { data } = await stripe.payouts.list({}, { stripeAccount })
  return data
    .toReversed()
    .map(({ amount, created }) => [amount, new Date(created * 1000).toISOString().slice(8, 10)])
}

test('an account is paid out daily, unless its schedule is manual', async () => {
  await using sandbox = await createTestSandbox()
  const daily = await createPaidAccount(sandbox, 500)
  const manual = await createPaidAccount(sandbox, 700)
  await setSchedule(sandbox, manual, { interval: 'manual' })
  await passTo(sandbox, everyDay)
  expect([await balanceOf(sandbox, daily), await balanceOf(sandbox, manual)]).toEqual([
    [0, 0],
    [700, 0],
  ])
  const [payout] = (await sandbox.stripe.payouts.list({}, { stripeAccount: daily })).data
  expect(payout).toMatchObject({ amount: 500, automatic: true, status: 'pending' })
  const made = await sandbox.stripe.payouts.create(
    { amount: 300, currency: 'gbp' },
    { stripeAccount: manual },
  )
  expect(made).toMatchObject({ automatic: false, reconciliation_status: 'not_applicable' })
  expect(await balanceOf(sandbox, manual)).toEqual([400, 0])
})

test('a monthly schedule pays on its day, one beyond the end of the month on the last, each month that has passed', async () => {
  // The monthly fees are taken from it.
  await using sandbox = await createTestSandbox({ SANDBOX_TOPPED_UP_PENCE: '5000' })
  const april = 3
  await passTo(sandbox, (date) => isFirst(date) && date.getUTCMonth() === april)
  const [first, last] = [
    await createPaidAccount(sandbox, 500),
    await createPaidAccount(sandbox, 700),
  ]
  await setSchedule(sandbox, first, { interval: 'monthly', monthly_payout_days: [1] })
  await setSchedule(sandbox, last, { interval: 'monthly', monthly_payout_days: [31] })
  await passTo(sandbox, isFirst)
  expect((await payoutsOf(sandbox, first)).at(-1)).toEqual([500, '01'])
  expect(await payoutsOf(sandbox, last)).toEqual([[700, '30']])
  await send(sandbox, first, 300)
  await passTo(sandbox, (date) => isFirst(date) && date.getUTCMonth() === april + 4)
  expect(await payoutsOf(sandbox, first)).toEqual([
    [500, '01'],
    [300, '01'],
  ])
})

test('a new account is paid out by call, or daily if the operator has not changed that', async () => {
  await using sandbox = await createTestSandbox()
  const account = await createActiveAccount(sandbox)
  const interval = async () =>
    (await sandbox.stripe.balanceSettings.retrieve({}, { stripeAccount: account })).payments.payouts
      ?.schedule?.interval
  expect(await interval()).toBe('manual')
  await sandbox.control('platform', { missing: ['account_payouts'] })
  expect(await interval()).toBe('daily')
})

test('a weekly schedule pays on its days', async () => {
  await using sandbox = await createTestSandbox()
  await passTo(sandbox, (date) => date.getUTCDay() === 5)
  const account = await createPaidAccount(sandbox, 500)
  await setSchedule(sandbox, account, {
    interval: 'weekly',
    weekly_payout_days: ['monday', 'thursday'],
  })
  await pass(sandbox, 2 * day)
  expect(await payoutsOf(sandbox, account)).toEqual([])
  await pass(sandbox, day)
  await send(sandbox, account, 300)
  await pass(sandbox, 2 * day)
  expect((await payoutsOf(sandbox, account)).map(([pence]) => pence)).toEqual([500])
  await pass(sandbox, day)
  expect((await payoutsOf(sandbox, account)).map(([pence]) => pence)).toEqual([500, 300])
})

test('what is pending waits, less than the provider sends waits, and the minimum balance stays', async () => {
  await using sandbox = await createTestSandbox()
  const account = await createDailyAccount(sandbox)
  const stripeAccount = account
  await sandbox.stripe.balanceSettings.update(
    { payments: { payouts: { minimum_balance_by_currency: { gbp: 200 } } } },
    { stripeAccount },
  )
  await send(sandbox, account, 299)
  const charge = await payCart(sandbox, cart(920))
  await sandbox.stripe.transfers.create({
    amount: 500,
    currency: 'gbp',
    destination: account,
    source_transaction: charge.id,
  })
  await passTo(sandbox, everyDay)
  expect(await balanceOf(sandbox, account)).toEqual([299, 500])
  await passTo(sandbox, everyDay)
  await passTo(sandbox, everyDay)
  expect(await balanceOf(sandbox, account)).toEqual([200, 0])
  await sandbox.stripe.balanceSettings.update(
    { payments: { payouts: { minimum_balance_by_currency: '' } } },
    { stripeAccount },
  )
  await passTo(sandbox, everyDay)
  expect(await balanceOf(sandbox, account)).toEqual([0, 0])
  expect((await payoutsOf(sandbox, account)).map(([pence]) => pence)).toEqual([599, 200])
})

test('the balance transactions of an automatic payout add up to nothing with it, once they are known', async () => {
  await using sandbox = await createTestSandbox()
  const account = await createDailyAccount(sandbox)
  const options = { stripeAccount: account }
  await sandbox.stripe.balanceSettings.update(
    { payments: { payouts: { minimum_balance_by_currency: { gbp: 100 } } } },
    options,
  )
  const listed = async (payout: string) =>
    (await sandbox.stripe.balanceTransactions.list({ payout, limit: 100 }, options)).data
  for (const pence of [500, 700]) {
    await send(sandbox, account, pence)
    await send(sandbox, account, pence)
    await passTo(sandbox, everyDay)
  }
  const [second, first] = (await sandbox.stripe.payouts.list({}, options)).data
  await expect(listed(second?.id ?? '')).rejects.toMatchObject({
    code: 'payout_reconciliation_not_ready',
  })
  await pass(sandbox, day)
  const contents = await listed(first?.id ?? '')
  expect(contents.map(({ type, amount }) => [type, amount])).toEqual([
    ['payout', -900],
    ['payout_minimum_balance_hold', -100],
    ['payment', 500],
    ['payment', 500],
  ])
  const later = await listed(second?.id ?? '')
  expect(later.map(({ type, amount }) => [type, amount])).toEqual([
    ['payout', -1400],
    ['payout_minimum_balance_hold', -100],
    ['payment', 700],
    ['payment', 700],
    ['payout_minimum_balance_release', 100],
  ])
  const types = () => sandbox.webhooks.types().filter((type) => type.startsWith('payout.'))
  await expect
    .poll(types)
    .toEqual(expect.arrayContaining(['payout.reconciliation_completed', 'payout.paid']))
})

test('what a payout by call contains cannot be listed, nor that of an unknown one', async () => {
  await using sandbox = await createTestSandbox()
  await payCart(sandbox, cart(920), atOnceCard)
  const { id } = await sandbox.stripe.payouts.create({ amount: 500, currency: 'gbp' })
  const { balanceTransactions } = sandbox.stripe
  await expect(balanceTransactions.list({ payout: id })).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining('automatic transfers, not manual'),
  })
  await expect(balanceTransactions.list({ payout: 'po_unknown' })).rejects.toMatchObject({
    code: 'resource_missing',
    param: 'payout',
  })
})

test('an account without a bank is not paid out, neither by schedule nor by call', async () => {
  await using sandbox = await createTestSandbox()
  const account = await createPaidAccount(sandbox, 500)
  await sandbox.control('requirements', { account, missing: ['bank'] })
  await passTo(sandbox, everyDay)
  expect(await balanceOf(sandbox, account)).toEqual([500, 0])
  const options = { stripeAccount: account }
  await expect(
    sandbox.stripe.payouts.create({ amount: 500, currency: 'gbp' }, options),
  ).rejects.toMatchObject({ code: 'payouts_not_allowed' })
  const { payments } = await sandbox.stripe.balanceSettings.retrieve({}, options)
  expect(payments.payouts?.status).toBe('disabled')
  const unready = await createAccount(sandbox)
  await expect(
    sandbox.stripe.payouts.create({ amount: 500, currency: 'gbp' }, { stripeAccount: unready.id }),
  ).rejects.toMatchObject({ code: 'payouts_not_allowed' })
})

test('an event says that money has become available, for the platform and for an account', async () => {
  await using sandbox = await createTestSandbox()
  const destination = await createActiveAccount(sandbox)
  const charge = await payCart(sandbox, cart(920))
  await sandbox.stripe.transfers.create({
    amount: 500,
    currency: 'gbp',
    destination,
    source_transaction: charge.id,
  })
  await pass(sandbox, 2 * day)
  const type = 'balance.available'
  const own = await sandbox.stripe.events.list({ type })
  const ofAccount = await sandbox.stripe.events.list({ type }, { stripeAccount: destination })
  const availableIn = ({ data }: Stripe.Event) =>
    data.object.object === 'balance' ? data.object.available[0]?.amount : undefined
  expect([own.data.map(availableIn), ofAccount.data.map(availableIn)]).toEqual([[386], [500]])
  await expect.poll(() => sandbox.webhooks.types().filter((name) => name === type)).toHaveLength(2)
})
