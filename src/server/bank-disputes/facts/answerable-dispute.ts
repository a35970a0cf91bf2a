import { answerableStatuses } from '#rules/payments/bank-dispute-process.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'

type Asked = { id: string; adminId: string }

/**
 * A dispute against which evidence can be sent, and changed until then, by any admin but whoever disputes the payment. In a
 * transaction that changes something about it, with `isLocked`.
 * @throws Refusal not_found, own_sale, dispute_not_answerable
 */
export async function findAnswerable(db: Db, { id, adminId }: Asked, { isLocked = false } = {}) {
  const dispute = await db
    .selectFrom('bank_disputes')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select(['bank_disputes.provider_id', 'payment_id', 'bank_disputes.status', 'answered_at'])
    .select('customer_id')
    .where('bank_disputes.id', '=', id)
    .$if(isLocked, (query) => query.forUpdate('bank_disputes'))
    .executeTakeFirst()
  if (!dispute) throw new Refusal('not_found')
  if (dispute.customer_id === adminId) throw new Refusal('own_sale')
  const isOpen = answerableStatuses.some((status) => status === dispute.status)
  if (!isOpen || dispute.answered_at !== null) throw new Refusal('dispute_not_answerable')
  return dispute
}
