// A second checkout of one payment, paid as well: its money never vanishes.

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createPaid, receiveEvents, runJob } from '../../../../tests/support/commissions/paying.ts'
import { readStored } from '../../../../tests/support/commissions/stored-commission.ts'
import { moneyProblems } from '../../../../tests/support/money/money-problems.ts'
import {
  checkOut,
  createArtistWithPayouts,
  deliver,
  eventsOf,
  ledgerOf,
  paidCart,
  pay,
  provider,
} from '../../../../tests/support/shopping.ts'
import {
  createTestApp,
  createTrack,
  createUser,
  type TestApp,
} from '../../../../tests/support/test-app.ts'

/** As after the provider has forgotten the key of the first one. */
async function openSecondCheckout(app: TestApp, paymentId: string, pence: number) {
  const now = app.clock.now()
  return app.payments.openCheckout({
    paymentId,
    subject: { kind: 'order', id: randomUUID() },
    lines: [{ name: 'Once more', description: null, pence }],
    customerEmail: 'mia@example.com',
    successUrl: 'http://undersong.test/done',
    cancelUrl: 'http://undersong.test/cart',
    createdAt: now,
    expiresAt: new Date(now.getTime() + 3_600_000),
    idempotencyKey: randomUUID(),
  })
}

async function createPaidOrder(app: TestApp) {
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id, pricePence: 500 })
  const checkout = await paidCart(app, mia, [track.id])
  return { mia, ...checkout }
}

const refundsOf = (app: TestApp) =>
  app.db.selectFrom('refunds').select(['amount_pence', 'cause', 'status']).execute()

test('a second session of an order that is paid as well is booked once, and goes back, while the order stays paid', async () => {
  await using app = await createTestApp()
  const { mia, paymentId, orderId } = await createPaidOrder(app)
  const second = await openSecondCheckout(app, paymentId, 570)
  await pay(second.url)
  for (const event of await eventsOf(app, second.sessionId)) await deliver(app, event)
  await receiveEvents(app, second.sessionId)
  expect(await refundsOf(app)).toEqual([{ amount_pence: 570, cause: 'paid_twice', status: 'sent' }])
  expect(await ledgerOf(app)).toMatchObject({
    stripe_pending: 570 - 29 - 500 + 570 - 29 - 570,
    customer_payable: 0,
  })
  const order = app.db.selectFrom('orders').select(['id', 'status'])
  expect(await order.execute()).toEqual([{ id: orderId, status: 'paid' }])
  const told = app.emails.filter(({ to }) => to === mia.email).map(({ text }) => text)
  expect(told.join('\n')).toContain('You paid twice for this:')
  expect(await moneyProblems(app)).toEqual([])
})

test('a second session that is paid before the first leaves the first as it is', async () => {
  await using app = await createTestApp()
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id, pricePence: 500 })
  const first = await checkOut(app, mia, [track.id])
  const second = await openSecondCheckout(app, first.paymentId, 570)
  await pay(second.url)
  await receiveEvents(app, second.sessionId)
  expect(await refundsOf(app)).toMatchObject([{ amount_pence: 570, cause: 'paid_twice' }])
  await pay(first.url)
  await receiveEvents(app, first.sessionId)
  const state = await app.call(`GET /api/checkout/${first.sessionId}`, { as: mia })
  expect(state.json()).toMatchObject({ state: 'paid' })
  expect(await moneyProblems(app)).toEqual([])
})

test('a second session of a commission goes back whole, whatever it was for, and the commission goes on', async () => {
  await using app = await createTestApp()
  const { id, paymentId } = await createPaid(app)
  const second = await openSecondCheckout(app, paymentId, 1000)
  await pay(second.url)
  await receiveEvents(app, second.sessionId)
  expect(await refundsOf(app)).toEqual([
    { amount_pence: 1000, cause: 'paid_twice', status: 'sent' },
  ])
  expect(await readStored(app, id)).toMatchObject({ status: 'in_progress', payment_id: paymentId })
  expect(await moneyProblems(app)).toEqual([])
})

test('a second session that nobody has paid is no payment', async () => {
  await using app = await createTestApp()
  const { paymentId } = await createPaidOrder(app)
  const second = await openSecondCheckout(app, paymentId, 570)
  await provider(app).checkout.sessions.expire(second.sessionId)
  await receiveEvents(app, second.sessionId)
  const payments = app.db.selectFrom('payments').select('id')
  expect(await payments.execute()).toEqual([{ id: paymentId }])
  expect(await refundsOf(app)).toEqual([])
})

test('what has come in by a second session and is not settled is checked by the reconciliation', async () => {
  await using app = await createTestApp()
  const { paymentId } = await createPaidOrder(app)
  const second = await openSecondCheckout(app, paymentId, 570)
  await pay(second.url)
  const { findCheckout } = app.payments
  app.payments.findCheckout = async (sessionId) => ({
    ...(await findCheckout(sessionId)),
    charge: null,
  })
  await receiveEvents(app, second.sessionId)
  expect(await refundsOf(app)).toEqual([])
  app.payments.findCheckout = findCheckout
  await runJob(app, 'reconcile_payments')
  await app.work()
  expect(await refundsOf(app)).toMatchObject([{ amount_pence: 570, status: 'sent' }])
  expect(await moneyProblems(app)).toEqual([])
})
