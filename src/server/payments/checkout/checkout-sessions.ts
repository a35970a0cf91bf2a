// A checkout at the provider decides about its payment, whether an event tells of it or it was found at the provider.

import { checkPayment, type PaymentResult } from './payment-check.ts'
import type { PaymentDeps } from '../payment-subjects.ts'
import { isRowId } from '../row-ids.ts'
import { recordStrayPayment } from './stray-payments.ts'

type Session = { paymentId: string; sessionId: string }

/**
 * Records what has become of it. Null if nothing has come in by it, or if it names a payment of another app on the same
 * provider account.
 */
export async function recordSession(
  deps: PaymentDeps,
  session: Session,
): Promise<PaymentResult | null> {
  if (!isRowId(session.paymentId)) return null
  const checked = await adoptSession(deps, session)
  return checked === null ? null : checkPayment(deps, checked)
}

/**
 * The event can arrive before the response to the server's call; the check compares session and payment. Returns the
 * payment of the session; null if nothing has come in by it.
 */
async function adoptSession(
  deps: PaymentDeps,
  { paymentId, sessionId }: Session,
): Promise<string | null> {
  await deps.db
    .updateTable('payments')
    .set({ checkout_session_id: sessionId })
    .where('id', '=', paymentId)
    .where('checkout_session_id', 'is', null)
    .execute()
  const payment = await deps.db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', paymentId)
    .executeTakeFirst()
  if (!payment) return null
  if (payment.checkout_session_id === sessionId) return paymentId
  return recordStrayPayment(deps, payment, sessionId)
}
