import { answerableStatuses } from '#rules/payments/bank-dispute-process.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'

/**
 * A dispute against which evidence can be sent, and changed until then. In a transaction that changes something about it, with
 * `isLocked`.
 * @throws Refusal not_found, dispute_not_answerable
 */
export async function findAnswerable(db: Db, id: string, { isLocked = false } = {}) {
  const dispute = await db
    .selectFrom('bank_disputes')
    .select(['provider_id', 'payment_id', 'status', 'answered_at'])
    .where('id', '=', id)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!dispute) throw new Refusal('not_found')
  const isOpen = answerableStatuses.some((status) => status === dispute.status)
  if (!isOpen || dispute.answered_at !== null) throw new Refusal('dispute_not_answerable')
  return dispute
}
