import { expect, test } from 'vitest'
import { PaymentUnknown } from '#server/gateways/payments/payments.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { moneyProblems } from '../../../../tests/support/money/money-problems.ts'
import {
  createUser,
  createTrack,
  createTestApp,
  type TestApp,
} from '../../../../tests/support/test-app.ts'
import { createArtistWithPayouts, checkOut, pay } from '../../../../tests/support/shopping.ts'

/** Checkouts of `count` customers, the oldest first; the server has received no event about them. */
async function createCheckouts(app: TestApp, count: number) {
  const artist = await createArtistWithPayouts(app)
  const track = await createTrack(app.db, { artistId: artist.id })
  const checkouts = []
  for (let at = 0; at < count; at++) {
    const checkout = await checkOut(app, await createUser(app), [track.id])
    await app.db
      .updateTable('payments')
      .set({ created_at: new Date(Date.now() - (count - at + 1) * 100_000) })
      .where('id', '=', checkout.paymentId)
      .execute()
    checkouts.push(checkout)
  }
  return checkouts
}

async function reconcile(app: TestApp): Promise<void> {
  await addJob(app.db, 'reconcile_payments', {})
  await app.work()
}

async function statusOf(app: TestApp, orderId: string | undefined) {
  const order = await app.db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', orderId ?? '')
    .executeTakeFirst()
  return order?.status
}

test('an order unknown to the provider does not stop a younger one from being fulfilled', async () => {
  await using app = await createTestApp()
  const [unknown, paid] = await createCheckouts(app, 2)
  await pay(paid?.url ?? '')
  await app.db
    .updateTable('payments')
    .set({ checkout_session_id: 'cs_test_gone' })
    .where('id', '=', unknown?.paymentId ?? '')
    .execute()
  await reconcile(app)
  expect(await statusOf(app, unknown?.orderId)).toBe('pending')
  expect(await statusOf(app, paid?.orderId)).toBe('paid')
  expect(await moneyProblems(app)).toEqual([
    `payment ${unknown?.paymentId}: the provider has no such checkout`,
  ])
})

test('an order whose amount does not match does not stop the transfers of other orders', async () => {
  await using app = await createTestApp()
  const [wrong, paid] = await createCheckouts(app, 2)
  await pay(wrong?.url ?? '')
  await pay(paid?.url ?? '')
  await app.db
    .updateTable('payments')
    .set({ amount_pence: 999 })
    .where('id', '=', wrong?.paymentId ?? '')
    .execute()
  await reconcile(app)
  expect(await statusOf(app, wrong?.orderId)).toBe('failed')
  const transfers = await app.db.selectFrom('transfers').select(['payment_id', 'status']).execute()
  expect(transfers).toEqual([{ payment_id: paid?.paymentId, status: 'sent' }])
})

test('while the provider is down the run stops early, and the next run checks the skipped orders first', async () => {
  await using app = await createTestApp()
  const checkouts = await createCheckouts(app, 5)
  const last = checkouts.at(-1)
  await pay(last?.url ?? '')
  const { findCheckout } = app.payments
  let calls = 0
  app.payments.findCheckout = () => {
    calls++
    return Promise.reject(new PaymentUnknown('no answer'))
  }
  await reconcile(app)
  expect(calls).toBe(3)

  const sessions: string[] = []
  app.payments.findCheckout = (sessionId) => {
    sessions.push(sessionId)
    return findCheckout(sessionId)
  }
  await reconcile(app)
  expect(sessions.slice(0, 2)).toEqual(checkouts.slice(3).map(({ sessionId }) => sessionId))
  expect(await statusOf(app, last?.orderId)).toBe('paid')
})
