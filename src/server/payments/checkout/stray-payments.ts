// A second checkout of one payment: the provider opens one if it has forgotten the key of the first, or if a call that had
// no response is repeated in another form. Money that comes in by it is booked, and given back.

import { randomUUID } from 'node:crypto'
import { paymentProcess } from '#rules/payments/payment-process.ts'
import { reaching } from '#server/clock-and-failpoints/failpoints.ts'
import type { Payment, PaymentDeps } from '../payment-subjects.ts'

/** Records the checkout that `payment` does not name as a payment of its own, and returns that; null if it is not complete. */
export async function recordStrayPayment(
  { db, payments, clock, failpoints }: PaymentDeps,
  payment: Payment,
  sessionId: string,
): Promise<string | null> {
  const checkout = await reaching(failpoints, 'pay.read', () => payments.findCheckout(sessionId))
  if (checkout.state !== 'complete' || checkout.paymentId !== payment.id) return null
  const now = clock.now()
  const insert = db
    .insertInto('payments')
    .values({
      id: randomUUID(),
      subject_kind: payment.subject_kind,
      subject_id: payment.subject_id,
      customer_id: payment.customer_id,
      purpose: payment.purpose,
      stray_of: payment.id,
      amount_pence: checkout.totalPence,
      // Checked from here on like every payment whose checkout is complete.
      status: paymentProcess.steps.confirm.to,
      checkout_session_id: sessionId,
      created_at: now,
      expires_at: now,
      terms_version: payment.terms_version,
      terms_accepted_at: payment.terms_accepted_at,
    })
    .onConflict((conflict) => conflict.column('checkout_session_id').doNothing())
  await reaching(failpoints, 'stray.save', () => insert.execute())
  const stray = await db
    .selectFrom('payments')
    .select('id')
    .where('checkout_session_id', '=', sessionId)
    .executeTakeFirstOrThrow()
  return stray.id
}
