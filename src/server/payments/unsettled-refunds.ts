// Refunds that a lost dispute had paid, and that the customer is owed after all: the bank has changed its mind, and has taken
// back what it had given.

import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { refundProcess } from '#rules/payments/payment-process.ts'
import type { Db } from '#server/db/client.ts'
import { move } from '#server/db/move.ts'
import { book } from '#server/ledger/ledger.ts'
import { postingOfUnsettledRefund } from '#server/ledger/settlement-postings.ts'
import { countRefunds, queueRefund, type RefundDeps } from './refund-records.ts'

type Won = { id: string; provider_id: string; payment_id: string }

/**
 * For a query of refunds: whether this dispute has paid one, as it is booked. The reference alone does not say so: admins type
 * it for what was paid in another way.
 */
export function isSettledBy(dispute: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`refunds.settled_reference = ${dispute} and exists (
    select
    from ledger_transactions
    join ledger_entries on ledger_entries.transaction_id = ledger_transactions.id
    where ledger_transactions.payment_id = refunds.payment_id
      and ledger_entries.account = 'disputed'
      and (
        ledger_transactions.fact = 'refund_settled:' || refunds.id
        or ledger_transactions.fact like 'refund_settled:' || refunds.id || ':%'
        or ledger_transactions.fact like 'refund_unsettled:' || refunds.id || ':%'
      )
    having sum(ledger_entries.amount_pence) <> 0
  )`
}

/** In the transaction that records the dispute as won, which has locked the payment. Each is owed again once, and sent. */
export async function oweUnsettled(
  tx: Db,
  { subjects, clock }: Pick<RefundDeps, 'subjects' | 'clock'>,
  { id: disputeId, provider_id: reference, payment_id: paymentId }: Won,
): Promise<void> {
  const now = clock.now()
  const settled = await tx
    .selectFrom('refunds')
    .select(['id', 'amount_pence'])
    .where('payment_id', '=', paymentId)
    .where(isSettledBy(reference))
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id, amount_pence: pence } of settled) {
    const changes = {
      settled_at: null,
      settled_reference: null,
      attempts: 0,
      refusals: 0,
      due_at: now,
      // An attempt of before it was settled may have been made.
      key_number: sql<number>`key_number + 1`,
      key_used_at: null,
      last_problem: `The dispute ${reference} had paid it, and was won after all.`,
    }
    if (!(await move(tx, 'refunds', refundProcess, { id, step: 'unsettle', changes }))) continue
    await book(tx, postingOfUnsettledRefund({ refundId: id, disputeId, paymentId, pence }), now)
    await queueRefund(tx, id)
  }
  // Also where none was settled: the order is paid again, less what was given back before.
  await countRefunds(tx, subjects, paymentId)
}
