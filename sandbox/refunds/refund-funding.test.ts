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
const slowCard = '4000000000007726'
const pass = (sandbox: TestSandbox, seconds: number) => sandbox.control('clock', { seconds })
const statusOf = async ({ stripe }: TestSandbox, id: string) =>
  (await stripe.refunds.retrieve(id)).status

/** A charge of 920 whose whole money has left to the bank, and a refund of it. */
async function createWaitingRefund(sandbox: TestSandbox, card = atOnceCard) {
  const charge = await payCart(sandbox, cart(920), card)
  await pass(sandbox, 2 * day)
  await sandbox.control('payout', {})
  return { charge, refund: await sandbox.stripe.refunds.create({ charge: charge.id }) }
}

test('a refund that the balance does not cover is pending, moves no money, and counts as refunded', async () => {
  await using sandbox = await createTestSandbox()
  const { charge, refund } = await createWaitingRefund(sandbox)
  expect(refund).toMatchObject({
    status: 'pending',
    pending_reason: 'insufficient_funds',
    balance_transaction: null,
  })
  expect(await balanceOf(sandbox)).toEqual([0, 0])
  await expect(sandbox.stripe.refunds.create({ charge: charge.id })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  })
})

test('the fee is no part of the balance: without other money a whole refund is pending', async () => {
  await using sandbox = await createTestSandbox()
  const charge = await payCart(sandbox, cart(920))
  const { id, status } = await sandbox.stripe.refunds.create({ charge: charge.id })
  expect([status, await balanceOf(sandbox)]).toEqual(['pending', [0, 886]])
  await sandbox.control('topup', { pence: 33 })
  expect(await statusOf(sandbox, id)).toBe('pending')
  await sandbox.control('topup', { pence: 1 })
  expect(await statusOf(sandbox, id)).toBe('succeeded')
  expect(await balanceOf(sandbox)).toEqual([34, -34])
})

test('a pending refund is made once money is available, and an event reports it', async () => {
  await using sandbox = await createTestSandbox()
  const { refund } = await createWaitingRefund(sandbox)
  // Of another charge, and not settled yet.
  await payCart(sandbox, cart(2000))
  expect(await statusOf(sandbox, refund.id)).toBe('pending')
  await pass(sandbox, 2 * day)
  const made = await sandbox.stripe.refunds.retrieve(refund.id)
  expect(made).toMatchObject({ status: 'succeeded', balance_transaction: expect.any(String) })
  expect(made.pending_reason).toBeUndefined()
  expect(await balanceOf(sandbox)).toEqual([2000 - 50 - 920, 0])
  await expect.poll(() => sandbox.webhooks.types()).toContain('refund.updated')
})

test('with the card whose refunds take time, one that is made is still pending at the bank', async () => {
  await using sandbox = await createTestSandbox()
  const { refund } = await createWaitingRefund(sandbox, slowCard)
  await expect(
    sandbox.control('refund', { refund: refund.id, outcome: 'succeeded' }),
  ).rejects.toThrow('No refund')
  await sandbox.control('topup', { pence: 920 })
  await expect(sandbox.stripe.refunds.retrieve(refund.id)).resolves.toMatchObject({
    status: 'pending',
    pending_reason: 'processing',
  })
  expect(await balanceOf(sandbox)).toEqual([0, 0])
  await sandbox.control('refund', { refund: refund.id, outcome: 'succeeded' })
  expect(await statusOf(sandbox, refund.id)).toBe('succeeded')
})

test('the oldest refund is made first, and never in part; one that is covered does not wait for one that is not', async () => {
  await using sandbox = await createTestSandbox()
  const { charge, refund: large } = await createWaitingRefund(sandbox)
  const other = await payCart(sandbox, cart(570), atOnceCard)
  await sandbox.control('payout', {})
  const ids: string[] = [large.id]
  for (const amount of [300, 200]) {
    ids.push((await sandbox.stripe.refunds.create({ charge: other.id, amount })).id)
  }
  const statuses = () => Promise.all(ids.map((id) => statusOf(sandbox, id)))
  await sandbox.control('topup', { pence: 450 })
  expect(await statuses()).toEqual(['pending', 'succeeded', 'pending'])
  await sandbox.control('topup', { pence: 770 })
  expect(await statuses()).toEqual(['succeeded', 'succeeded', 'pending'])
  expect(charge.amount).toBe(920)
  expect(await balanceOf(sandbox)).toEqual([0, 0])
})

test('a refund comes before the bank: the schedule takes only what is left', async () => {
  await using sandbox = await createTestSandbox()
  const { refund } = await createWaitingRefund(sandbox)
  await sandbox.control('platform', { missing: ['manual_payouts'] })
  await payCart(sandbox, cart(2000))
  await pass(sandbox, 4 * day)
  expect(await statusOf(sandbox, refund.id)).toBe('succeeded')
  const { data } = await sandbox.stripe.payouts.list()
  expect(data.map(({ amount }) => amount)).toEqual([2000 - 50 - 920, 886])
})

/** Nothing has left, and nothing comes back; the charge can be refunded again. */
async function expectEndedUnpaid(
  sandbox: TestSandbox,
  { charge, refund }: Awaited<ReturnType<typeof createWaitingRefund>>,
  ended: { status: string; failure_reason: string },
) {
  const read = await sandbox.stripe.refunds.retrieve(refund.id)
  expect(read).toMatchObject(ended)
  expect([read.failure_balance_transaction, read.pending_reason]).toEqual([undefined, undefined])
  expect(await balanceOf(sandbox)).toEqual([0, 0])
  await sandbox.control('topup', { pence: 920 })
  expect(await statusOf(sandbox, refund.id)).toBe(ended.status)
  await expect(sandbox.stripe.refunds.create({ charge: charge.id })).resolves.toMatchObject({
    status: 'succeeded',
  })
}

test('a refund that has waited 45 days for money has failed', async () => {
  await using sandbox = await createTestSandbox()
  const waiting = await createWaitingRefund(sandbox)
  await pass(sandbox, 45 * day - 60)
  expect(await statusOf(sandbox, waiting.refund.id)).toBe('pending')
  await pass(sandbox, 60)
  const ended = { status: 'failed', failure_reason: 'insufficient_funds' }
  await expectEndedUnpaid(sandbox, waiting, ended)
  await expect.poll(() => sandbox.webhooks.types()).toContain('refund.failed')
})

test.each([
  ['failed', 'insufficient_funds', 'refund.failed'],
  ['canceled', 'merchant_request', 'refund.updated'],
])('a refund that waits for money ends as %s when the control API says so', async (...ending) => {
  const [status, failure_reason, type] = ending
  await using sandbox = await createTestSandbox()
  const waiting = await createWaitingRefund(sandbox)
  await sandbox.control('refund', { refund: waiting.refund.id, outcome: status })
  await expectEndedUnpaid(sandbox, waiting, { status, failure_reason })
  await expect.poll(() => sandbox.webhooks.types()).toContain(type)
})

test('a refund of a charge that has not settled is paid from that charge, whatever has left to the bank', async () => {
  await using sandbox = await createTestSandbox()
  await payCart(sandbox, cart(920), atOnceCard)
  await sandbox.control('payout', {})
  const charge = await payCart(sandbox, cart(920))
  const destination = await createActiveAccount(sandbox)
  const refund = (amount: number) => sandbox.stripe.refunds.create({ charge: charge.id, amount })
  expect((await refund(386)).status).toBe('succeeded')
  await sandbox.stripe.transfers.create({
    amount: 500,
    currency: 'gbp',
    destination,
    source_transaction: charge.id,
  })
  expect((await refund(1)).status).toBe('pending')
})
