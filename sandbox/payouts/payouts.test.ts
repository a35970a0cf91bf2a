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
const atOnceCard = '4000000000000077'
const pass = (sandbox: TestSandbox, seconds: number) => sandbox.control('clock', { seconds })
const payout = { amount: 500, currency: 'gbp' } as const

/** To the next midnight of the sandbox's clock, where the schedule pays out. */
async function passMidnight(sandbox: TestSandbox): Promise<void> {
  const { now } = (await pass(sandbox, 0)) as { now: number }
  await pass(sandbox, day - (now % day) + 1)
}

test('the platform pays out what is available, and not what is pending; a day later it is at the bank', async () => {
  await using sandbox = await createTestSandbox()
  const { stripe } = sandbox
  await payCart(sandbox, cart(920))
  await expect(stripe.payouts.create(payout)).rejects.toMatchObject({
    statusCode: 400,
    code: 'balance_insufficient',
  })
  await pass(sandbox, 2 * day)
  await expect(stripe.payouts.create({ ...payout, amount: 887 })).rejects.toMatchObject({
    code: 'balance_insufficient',
  })
  const made = await stripe.payouts.create({ ...payout, metadata: { why: 'rent' } })
  expect(made).toMatchObject({
    amount: 500,
    automatic: false,
    metadata: { why: 'rent' },
    status: 'pending',
    arrival_date: made.created + day,
  })
  expect(await balanceOf(sandbox)).toEqual([386, 0])
  await pass(sandbox, day)
  await expect(stripe.payouts.retrieve(made.id)).resolves.toMatchObject({ status: 'paid' })
  expect((await stripe.payouts.list({ status: 'paid' })).data.map(({ id }) => id)).toEqual([
    made.id,
  ])
  expect((await stripe.payouts.list({ status: 'pending' })).data).toEqual([])
  await expect
    .poll(() => sandbox.webhooks.types().filter((type) => type.startsWith('payout.')))
    .toEqual(['payout.created', 'payout.updated', 'payout.paid'])
})

test('all that is available leaves by call: the platform’s, or an account’s', async () => {
  await using sandbox = await createTestSandbox()
  const destination = await createActiveAccount(sandbox)
  await payCart(sandbox, cart(920), atOnceCard)
  await sandbox.stripe.transfers.create({ ...payout, destination })
  await expect(sandbox.control('payout', {})).resolves.toEqual({ paidOutPence: 386 })
  await expect(sandbox.control('payout', {})).resolves.toEqual({ paidOutPence: 0 })
  expect([await balanceOf(sandbox), await balanceOf(sandbox, destination)]).toEqual([
    [0, 0],
    [500, 0],
  ])
  await expect(sandbox.control('payout', { account: destination })).resolves.toEqual({
    paidOutPence: 500,
  })
  const { data } = await sandbox.stripe.payouts.list({}, { stripeAccount: destination })
  expect(data.map(({ amount }) => amount)).toEqual([500])
  const created = { type: 'payout.created' }
  const own = await sandbox.stripe.events.list(created)
  const ofAccount = await sandbox.stripe.events.list(created, { stripeAccount: destination })
  expect(own.data.map(({ account }) => account)).toEqual([undefined])
  expect(ofAccount.data.map(({ account }) => account)).toEqual([destination])
  // One endpoint receives both.
  await expect
    .poll(() => sandbox.webhooks.types().filter((type) => type === 'payout.created'))
    .toHaveLength(2)
})

test('a payout by call is canceled while it is pending, and the money comes back', async () => {
  await using sandbox = await createTestSandbox()
  const { payouts } = sandbox.stripe
  await payCart(sandbox, cart(920), atOnceCard)
  const { id } = await payouts.create(payout)
  await expect(payouts.update(id, { metadata: { why: 'rent' } })).resolves.toMatchObject({
    metadata: { why: 'rent' },
  })
  const canceled = await payouts.cancel(id)
  expect(canceled).toMatchObject({
    status: 'canceled',
    failure_balance_transaction: expect.stringMatching(/^txn_/),
  })
  expect(await balanceOf(sandbox)).toEqual([886, 0])
  const [returned] = (await sandbox.stripe.balanceTransactions.list({ type: 'payout_cancel' })).data
  expect(returned).toMatchObject({ amount: 500, reporting_category: 'payout_reversal', source: id })
  const submitted = await payouts.create(payout)
  await pass(sandbox, day / 2)
  await expect(payouts.cancel(submitted.id)).rejects.toMatchObject({ statusCode: 400 })
  await expect(payouts.cancel(id)).rejects.toMatchObject({ statusCode: 400 })
  await expect
    .poll(() => sandbox.webhooks.types())
    .toEqual(expect.arrayContaining(['payout.canceled']))
})

test('a payout of less than the provider sends is refused', async () => {
  await using sandbox = await createTestSandbox()
  await payCart(sandbox, cart(920), atOnceCard)
  await expect(sandbox.stripe.payouts.create({ ...payout, amount: 99 })).rejects.toMatchObject({
    code: 'amount_too_small',
    param: 'amount',
  })
  await expect(sandbox.stripe.payouts.create({ ...payout, amount: 100 })).resolves.toMatchObject({
    amount: 100,
  })
})

test('nothing leaves by itself while the schedule is manual', async () => {
  await using sandbox = await createTestSandbox()
  await payCart(sandbox, cart(920))
  await pass(sandbox, 30 * day)
  expect(await balanceOf(sandbox)).toEqual([886, 0])
})

test('with the automatic schedule every midnight takes what has settled until then', async () => {
  await using sandbox = await createTestSandbox()
  await sandbox.control('platform', { missing: ['manual_payouts'] })
  await passMidnight(sandbox)
  await payCart(sandbox, cart(920))
  await pass(sandbox, day)
  await payCart(sandbox, cart(570))
  expect(await balanceOf(sandbox)).toEqual([0, 886 + 541])
  // Settled after a midnight, the money waits for the next one.
  await pass(sandbox, day + 60)
  expect(await balanceOf(sandbox)).toEqual([886, 541])
  await passMidnight(sandbox)
  await pass(sandbox, 60)
  expect(await balanceOf(sandbox)).toEqual([541, 0])
  await passMidnight(sandbox)
  expect(await balanceOf(sandbox)).toEqual([0, 0])
  const { data } = await sandbox.stripe.payouts.list()
  expect(data.map(({ amount, automatic }) => [amount, automatic])).toEqual([
    [541, true],
    [886, true],
  ])
})

test.each(['by schedule', 'by call'] as const)(
  'money of a charge that has left to the bank (%s) cannot be transferred, with its charge as the source or without',
  async (how) => {
    await using sandbox = await createTestSandbox()
    const destination = await createActiveAccount(sandbox)
    const charge = await payCart(sandbox, cart(920))
    const transfer = { ...payout, destination }
    const sourced = { ...transfer, source_transaction: charge.id }
    await pass(sandbox, 2 * day)
    if (how === 'by schedule') {
      await sandbox.control('platform', { missing: ['manual_payouts'] })
      await passMidnight(sandbox)
    } else {
      await sandbox.control('payout', {})
    }
    for (const refused of [transfer, sourced]) {
      await expect(sandbox.stripe.transfers.create(refused)).rejects.toMatchObject({
        statusCode: 400,
        code: 'balance_insufficient',
      })
    }
    await sandbox.control('topup', { pence: 500 })
    await expect(sandbox.stripe.transfers.create(sourced)).resolves.toMatchObject({ amount: 500 })
    expect(await balanceOf(sandbox)).toEqual([0, 0])
  },
)

test('a charge that has not settled is the source of transfers, whatever has left to the bank', async () => {
  await using sandbox = await createTestSandbox()
  const destination = await createActiveAccount(sandbox)
  await payCart(sandbox, cart(920), atOnceCard)
  const charge = await payCart(sandbox, cart(920))
  await sandbox.control('payout', {})
  await sandbox.stripe.transfers.create({ ...payout, destination, source_transaction: charge.id })
  expect(await balanceOf(sandbox)).toEqual([0, 386])
})
