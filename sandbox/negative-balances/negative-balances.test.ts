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
const pass = (sandbox: TestSandbox, seconds: number) => sandbox.control('clock', { seconds })

async function createNegativeAccount(sandbox: TestSandbox, pence: number): Promise<string> {
  const account = await createActiveAccount(sandbox)
  await sandbox.control('adjustment', { account, pence: -pence })
  return account
}

async function setDebits({ stripe }: TestSandbox, stripeAccount: string, allowed: boolean) {
  await stripe.balanceSettings.update(
    { payments: { debit_negative_balances: allowed } },
    { stripeAccount },
  )
}

const reservedOn = async ({ stripe }: TestSandbox) =>
  (await stripe.balance.retrieve()).connect_reserved?.[0]?.amount

test('as much as accounts owe is reserved on the platform, until they owe it no more', async () => {
  await using sandbox = await createTestSandbox({ SANDBOX_TOPPED_UP_PENCE: '1000' })
  const account = await createNegativeAccount(sandbox, 300)
  await createNegativeAccount(sandbox, 100)
  expect([await balanceOf(sandbox), await reservedOn(sandbox)]).toEqual([[600, 0], 400])
  expect(await balanceOf(sandbox, account)).toEqual([-300, 0])
  await sandbox.stripe.transfers.create({ amount: 250, currency: 'gbp', destination: account })
  expect([await balanceOf(sandbox), await reservedOn(sandbox)]).toEqual([[600, 0], 150])
  await sandbox.stripe.transfers.create({ amount: 250, currency: 'gbp', destination: account })
  expect([await balanceOf(sandbox), await reservedOn(sandbox)]).toEqual([[400, 0], 100])
  const { data } = await sandbox.stripe.balanceTransactions.list({
    type: 'reserve_transaction',
    expand: ['data.source'],
  })
  expect(data.map(({ amount }) => amount)).toEqual([50, 250, -100, -300])
  expect(data[0]).toMatchObject({
    reporting_category: 'connect_reserved_funds',
    source: { object: 'reserve_transaction', amount: 50 },
  })
})

test('a negative balance is taken from the bank three days later: a payout of a negative amount', async () => {
  await using sandbox = await createTestSandbox()
  const account = await createNegativeAccount(sandbox, 300)
  const options = { stripeAccount: account }
  await pass(sandbox, 3 * day - 60)
  expect((await sandbox.stripe.payouts.list({}, options)).data).toEqual([])
  await pass(sandbox, 60)
  const [debit] = (await sandbox.stripe.payouts.list({}, options)).data
  expect(debit).toMatchObject({ amount: -300, automatic: true, status: 'pending' })
  expect(await balanceOf(sandbox, account)).toEqual([-300, 300])
  await pass(sandbox, day)
  expect([await balanceOf(sandbox, account), await reservedOn(sandbox)]).toEqual([
    [0, 0],
    undefined,
  ])
  const { data } = await sandbox.stripe.payouts.list({}, options)
  expect(data.map(({ amount, status }) => [amount, status])).toEqual([[-300, 'paid']])
  const contents = await sandbox.stripe.balanceTransactions.list(
    { payout: debit?.id ?? '' },
    options,
  )
  expect(contents.data.map(({ type, amount }) => [type, amount])).toEqual([
    ['payout', 300],
    ['adjustment', -300],
  ])
})

test('a bank that refuses the debit leaves the balance negative, and is not asked again', async () => {
  await using sandbox = await createTestSandbox()
  const account = await createNegativeAccount(sandbox, 300)
  await sandbox.control('bank', { account, behaviour: 'account_closed' })
  await pass(sandbox, 10 * day)
  await pass(sandbox, 10 * day)
  const { data } = await sandbox.stripe.payouts.list({}, { stripeAccount: account })
  expect(data.map(({ amount, status }) => [amount, status])).toEqual([[-300, 'failed']])
  expect(await balanceOf(sandbox, account)).toEqual([-300, 0])
})

test('an account that allows no debit is settled by the platform after 180 days', async () => {
  await using sandbox = await createTestSandbox({ SANDBOX_TOPPED_UP_PENCE: '1000' })
  const account = await createNegativeAccount(sandbox, 300)
  await setDebits(sandbox, account, false)
  await pass(sandbox, 179 * day)
  expect([await balanceOf(sandbox, account), await reservedOn(sandbox)]).toEqual([[-300, 0], 300])
  await pass(sandbox, day)
  expect([await balanceOf(sandbox, account), await reservedOn(sandbox)]).toEqual([
    [0, 0],
    undefined,
  ])
  expect(await balanceOf(sandbox)).toEqual([700, 0])
  const { data } = await sandbox.stripe.balanceTransactions.list({
    type: 'connect_collection_transfer',
    expand: ['data.source'],
  })
  expect(data[0]).toMatchObject({
    amount: -300,
    source: { object: 'connect_collection_transfer', amount: 300, destination: account },
  })
})

test('new money pays a negative balance first', async () => {
  await using sandbox = await createTestSandbox()
  const account = await createNegativeAccount(sandbox, 300)
  const charge = await payCart(sandbox, cart(920))
  await sandbox.stripe.transfers.create({
    amount: 500,
    currency: 'gbp',
    destination: account,
    source_transaction: charge.id,
  })
  await pass(sandbox, 2 * day)
  expect(await balanceOf(sandbox, account)).toEqual([200, 0])
  await expect(sandbox.control('adjustment', { account: 'acct_x', pence: 1 })).rejects.toThrow(
    'No account',
  )
})

test('a negative balance of the platform is taken from its bank, too', async () => {
  await using sandbox = await createTestSandbox()
  await sandbox.control('adjustment', { pence: -500 })
  await pass(sandbox, 4 * day)
  expect(await balanceOf(sandbox)).toEqual([0, 0])
})
