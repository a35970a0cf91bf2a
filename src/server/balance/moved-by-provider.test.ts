// What begins at the card provider, or comes to light late, and is booked when the balance is read.

import { expect, test, vi } from 'vitest'
import { addJob } from '#server/jobs/add-job.ts'
import {
  addedPence as added,
  expectSameBalance,
  readBalance,
} from '../../../tests/support/money/provider-balance.ts'
import { removeJobs } from '../../../tests/support/queued-jobs.ts'
import {
  checkOut,
  createArtistWithPayouts,
  expireOpenOrders,
  ledgerOf,
  paidCart,
  pay,
  provider,
} from '../../../tests/support/shopping.ts'
import {
  createTestApp,
  createTrack,
  createUser,
  type TestApp,
} from '../../../tests/support/test-app.ts'

const disputedCard = '4000000000000259'

async function sellTrack(app: TestApp, card?: string) {
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id, pricePence: 500 })
  const { paymentId } = await paidCart(app, mia, [track.id], card)
  await removeJobs(app.db, 'make_rendition')
  await app.work()
  const payment = await app.db
    .selectFrom('payments')
    .select('charge_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  return { artist, charge: payment.charge_id ?? '' }
}

test('a bank payout that the bank returns after it had arrived is on the balance again', async () => {
  await using app = await createTestApp()
  await app.sandbox.control('POST bank', { behaviour: 'returns' })
  await app.sandbox.control('POST payout', {})
  await readBalance(app)
  expect(await ledgerOf(app)).toMatchObject({ stripe_pending: 0, in_transit_to_bank: added })
  await app.clock.move({ days: 2 })
  await readBalance(app)
  expect(await ledgerOf(app)).toMatchObject({ in_transit_to_bank: 0, paid_outside: 0 })
  await app.clock.move({ days: 5 })
  await readBalance(app)
  await readBalance(app)
  expect(await ledgerOf(app)).toMatchObject({
    stripe_available: added,
    in_transit_to_bank: 0,
    paid_outside: -added,
  })
  await expectSameBalance(app)
})

test('a payout that does not reach the bank has never arrived', async () => {
  await using app = await createTestApp()
  await app.sandbox.control('POST bank', { behaviour: 'no_account' })
  await app.sandbox.control('POST payout', {})
  await readBalance(app)
  await app.clock.move({ days: 7 })
  await readBalance(app)
  expect(await ledgerOf(app)).toMatchObject({ in_transit_to_bank: 0, paid_outside: -added })
  await expectSameBalance(app)
})

test('the amount of a dispute waits for the bank and comes back when it is won; its fee is lost', async () => {
  await using app = await createTestApp()
  const { charge } = await sellTrack(app, disputedCard)
  await readBalance(app)
  expect(await ledgerOf(app)).toMatchObject({ disputed: 570, dispute_fees: 2000 })
  await expectSameBalance(app)
  const [dispute] = (await provider(app).disputes.list({ charge })).data
  await app.sandbox.control('POST dispute-outcome', { dispute: dispute?.id, outcome: 'won' })
  await readBalance(app)
  expect(await ledgerOf(app)).toMatchObject({ disputed: 0, dispute_fees: 2000 })
  await expectSameBalance(app)
})

test('what the provider takes for the accounts of artists is booked as account fees', async () => {
  await using app = await createTestApp()
  const { artist } = await sellTrack(app, '4000000000000077')
  const { provider_account_id: account } = await app.db
    .selectFrom('payment_accounts')
    .selectAll()
    .where('user_id', '=', artist.id)
    .executeTakeFirstOrThrow()
  await app.clock.move({ days: 3 })
  await app.sandbox.control('POST payout', { account })
  await app.clock.move({ days: 32 })
  await readBalance(app)
  const { account_fees = 0 } = await ledgerOf(app)
  expect(account_fees).toBeGreaterThan(0)
  await expectSameBalance(app)
})

test('a correction by the provider is unexplained, with its words', async () => {
  await using app = await createTestApp()
  await app.sandbox.control('POST adjustment', { pence: -123, description: 'Fee correction' })
  await readBalance(app)
  expect(await ledgerOf(app)).toMatchObject({ unexplained: 123, stripe_available: added - 123 })
  const [movement] = await app.db
    .selectFrom('unexplained_transactions')
    .innerJoin('balance_transactions', 'balance_transactions.id', 'balance_transaction_id')
    .select(['type', 'description'])
    .execute()
  expect(movement).toEqual({ type: 'adjustment', description: 'Fee correction' })
})

test('a refund that somebody has made at the provider is unexplained after two hours', async () => {
  await using app = await createTestApp()
  const { charge } = await sellTrack(app)
  await provider(app).refunds.create({ charge, amount: 100 })
  await readBalance(app)
  expect(await ledgerOf(app)).not.toHaveProperty('unexplained')
  await app.clock.move({ hours: 3 })
  await readBalance(app)
  expect(await ledgerOf(app)).toMatchObject({ unexplained: 100 })
})

test('the return of a refund that the provider lists later than it tells of it is booked then', async () => {
  await using app = await createTestApp()
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id, pricePence: 500 })
  const open = await checkOut(app, mia, [track.id])
  await expireOpenOrders(app)
  await paidCart(app, mia, [track.id])
  await pay(open.url)
  await app.call(`GET /api/checkout/${open.sessionId}`, { as: mia })
  await removeJobs(app.db, 'make_rendition')
  await app.work()
  const { id, provider_id: refund } = await app.db
    .selectFrom('refunds')
    .selectAll()
    .executeTakeFirstOrThrow()
  await app.sandbox.control('POST refund', { refund, outcome: 'canceled' })
  const { readRefund } = app.payments
  vi.spyOn(app.payments, 'readRefund').mockImplementationOnce(async (providerId) => ({
    ...(await readRefund(providerId)),
    returned: null,
  }))
  await addJob(app.db, 'check_refund', { refundId: id })
  await app.work()
  expect(await ledgerOf(app)).toMatchObject({ customer_payable: 0 })
  await readBalance(app)
  await readBalance(app)
  expect(await ledgerOf(app)).toMatchObject({ customer_payable: -570, refunds_in_transit: 0 })
  await expectSameBalance(app)
})
