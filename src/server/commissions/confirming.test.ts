// A checkout that is complete while its money is not there yet: some payment methods take days, and can fail.

import { expect, test, vi } from 'vitest'
import type { Checkout } from '#server/gateways/payments/payments.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import {
  askToPay,
  createAccepted,
  loseOpenPayment,
  openPayment,
  runJob,
} from '../../../tests/support/commissions/paying.ts'
import { readStored, timelineOf } from '../../../tests/support/commissions/stored-commission.ts'
import { pay } from '../../../tests/support/shopping.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'

/** What the provider answers about each of these sessions from now on; of the others it tells what is so. */
function answering(app: TestApp, money: Record<string, Checkout['money']>) {
  const { findCheckout } = app.payments
  vi.spyOn(app.payments, 'findCheckout').mockImplementation(async (sessionId) => {
    const checkout = await findCheckout(sessionId)
    const told = money[sessionId]
    return told === undefined ? checkout : { ...checkout, state: 'complete', money: told }
  })
  return money
}

async function createConfirming(app: TestApp) {
  const accepted = await createAccepted(app)
  const payment = await openPayment(app, accepted.mia, accepted.id)
  const money = answering(app, { [payment.sessionId]: 'confirming' })
  await runJob(app, 'reconcile_payments')
  return { ...accepted, ...payment, money }
}

const statusOf = async (app: TestApp, paymentId: string) =>
  (
    await app.db
      .selectFrom('payments')
      .select('status')
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow()
  ).status

test('a checkout that is complete and not paid yet is confirming, and its commission accepted', async () => {
  await using app = await createTestApp()
  const { mia, id, paymentId } = await createConfirming(app)
  expect(await statusOf(app, paymentId)).toBe('confirming')
  expect(await readStored(app, id)).toMatchObject({ status: 'accepted', payment_id: null })
  expect((await askToPay(app, mia, id)).json()).toMatchObject({ code: 'commission_moved' })
  const send = { commissionId: id }
  const ended = await app.call('POST /api/commission/terminate-before-payment', { as: mia, send })
  expect(ended.json()).toMatchObject({ code: 'commission_paid' })
  await runJob(app, 'reconcile_payments')
  expect((await timelineOf(app, id)).map(({ step }) => step)).toEqual(['checkOut', 'confirm'])
  // At the provider the page is still open: only its answers differ.
  expect(await moneyProblems(app)).toEqual([`payment ${paymentId} is confirming: 1 can be paid`])
})

test('money that comes in days later pays the commission, also after its time to pay', async () => {
  await using app = await createTestApp()
  const { id, url, sessionId, paymentId, money } = await createConfirming(app)
  await pay(url)
  await app.clock.move({ days: 4 })
  await runJob(app, 'close_unavailable_checkouts')
  await runJob(app, 'apply_commission_deadlines')
  expect(await readStored(app, id)).toMatchObject({ status: 'accepted' })
  delete money[sessionId]
  await runJob(app, 'reconcile_payments')
  expect(await readStored(app, id)).toMatchObject({ status: 'in_progress', payment_id: paymentId })
  expect(await moneyProblems(app)).toEqual([])
})

test('money that does not come in lets the customer pay again', async () => {
  await using app = await createTestApp()
  const { mia, id, sessionId, paymentId, money } = await createConfirming(app)
  money[sessionId] = 'failed'
  await runJob(app, 'reconcile_payments')
  expect(await statusOf(app, paymentId)).toBe('failed')
  expect(await readStored(app, id)).toMatchObject({ status: 'requested' })
  const again = await openPayment(app, mia, id)
  expect(again.paymentId).not.toBe(paymentId)
})

test.each([
  ['after its time to pay', 'payment_expired'],
  ['with a banned party', 'party_banned'],
] as const)('money that does not come in %s ends the commission', async (how, reason) => {
  await using app = await createTestApp()
  const { tom, id, sessionId, money } = await createConfirming(app)
  if (how === 'after its time to pay') await app.clock.move({ days: 4 })
  else await app.db.updateTable('users').set({ banned: true }).where('id', '=', tom.id).execute()
  money[sessionId] = 'failed'
  await runJob(app, 'reconcile_payments')
  expect(await readStored(app, id)).toMatchObject({ status: 'cancelled', status_reason: reason })
})

test('what was never confirmed, and fails at once, changes nothing but its payment', async () => {
  await using app = await createTestApp()
  const { mia, id } = await createAccepted(app)
  const { sessionId, paymentId } = await openPayment(app, mia, id)
  answering(app, { [sessionId]: 'failed' })
  await runJob(app, 'reconcile_payments')
  expect(await statusOf(app, paymentId)).toBe('failed')
  expect(await readStored(app, id)).toMatchObject({ status: 'requested' })
})

test('while two payments are being confirmed, the end of one does not end the wait for the other', async () => {
  await using app = await createTestApp()
  const { mia, id } = await createAccepted(app)
  const first = await openPayment(app, mia, id)
  await loseOpenPayment(app, id)
  const second = await openPayment(app, mia, id)
  const money = answering(app, {
    [first.sessionId]: 'confirming',
    [second.sessionId]: 'confirming',
  })
  await app.db
    .updateTable('payments')
    .set({ status: 'confirming' })
    .where('id', '=', first.paymentId)
    .execute()
  await runJob(app, 'reconcile_payments')
  expect(await readStored(app, id)).toMatchObject({ status: 'accepted' })
  money[first.sessionId] = 'failed'
  await runJob(app, 'reconcile_payments')
  expect(await readStored(app, id)).toMatchObject({ status: 'accepted' })
  money[second.sessionId] = 'failed'
  await runJob(app, 'reconcile_payments')
  expect(await readStored(app, id)).toMatchObject({ status: 'requested' })
})
