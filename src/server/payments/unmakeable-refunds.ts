// The provider may refuse a refund long after the payment, or to a card that is closed. A person then pays it in another way,
// and settles it.

import { isRefundLate } from '#rules/orders/refund-request.ts'
import { refundProcess } from '#rules/payments/payment-process.ts'
import { formatPence } from '#rules/price.ts'
import { inTransaction } from '#server/clock-and-failpoints/failpoints.ts'
import type { Db } from '#server/db/client.ts'
import { move } from '#server/db/move.ts'
import { raiseAlarm } from './payment-alarms.ts'
import type { PaymentDeps } from './payment-subjects.ts'

type Refund = { id: string; payment_id: string; amount_pence: number }

/** After a refusal that nothing at the provider explains. Returns whether it is not tried again. */
export async function endLateRefund(
  deps: Pick<PaymentDeps, 'db' | 'clock' | 'failpoints'>,
  refund: Refund & { key_number: number },
): Promise<boolean> {
  const { id, payment_id: paymentId, key_number: keyNumber } = refund
  const { paid_at: paidAt } = await deps.db
    .selectFrom('payments')
    .select('paid_at')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  if (paidAt === null || !isRefundLate(paidAt, deps.clock.now())) return false
  const last_problem = 'The card provider refuses a refund so long after the payment.'
  // The provider has stored its refusal under the key.
  const changes = { key_number: keyNumber + 1, key_used_at: null, last_problem }
  return inTransaction(deps, 'refund.retry', async (tx) => {
    const isEnded = await move(tx, 'refunds', refundProcess, { id, step: 'fail', changes })
    if (isEnded) {
      const failed = { ...refund, keyNumber: changes.key_number, isUnmakeable: true }
      await callForPerson(tx, failed, last_problem)
    }
    return isEnded
  })
}

type Failed = Pick<Refund, 'id' | 'amount_pence'> & {
  /** It can be tried again, and fail again. */
  keyNumber: number
  isUnmakeable: boolean
}

/** The customer is owed it, and nothing sends it any more. */
export async function callForPerson(
  tx: Db,
  { id, amount_pence: pence, keyNumber, isUnmakeable }: Failed,
  reason: string,
): Promise<void> {
  const way = `${isUnmakeable ? 'Pay' : 'Try it again, or pay'} the ${formatPence(pence)} in another way, and settle the refund.`
  await raiseAlarm(tx, { key: `refund_failed:${id}:${keyNumber}`, problem: `${reason} ${way}` })
}
