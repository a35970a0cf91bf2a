// What a lost bank dispute costs: it pays what was owed back to the customer anyway, and the rest is a loss.

import { isCoveredByDispute } from '#rules/payments/refused-refund.ts'
import type { Db } from '#server/db/client.ts'
import { book } from '#server/ledger/ledger.ts'
import { postingOfLostDispute, postingOfWonBackDispute } from '#server/ledger/dispute-postings.ts'
import type { Payment } from '../payment-subjects.ts'
import { recordSettledRefund, type RefundDeps } from '../refund-records.ts'
import { settledBy } from '../refused-refunds.ts'
import type { BankDisputeRow } from './dispute-records.ts'

/**
 * Books it once. While the money of its commission is held nothing is lost yet: an admin decides, and a refund of it is paid
 * by the dispute. The hourly comparison asks again.
 */
export async function bookLoss(
  tx: Db,
  deps: RefundDeps,
  payment: Payment,
  { id, provider_id: providerId, amount_pence: pence }: BankDisputeRow,
): Promise<void> {
  await settleRefunds(tx, deps, payment, { providerId, pence })
  if ((await heldPence(tx, payment.id)) > 0) return
  const lostPence = Math.max(0, pence - (await settledBy(tx, payment.id, providerId)))
  const booked = await tx
    .updateTable('bank_disputes')
    .set({ lost_pence: lostPence })
    .where('id', '=', id)
    .where('lost_pence', 'is', null)
    .executeTakeFirst()
  if (booked.numUpdatedRows === 0n) return
  const posting = postingOfLostDispute({ disputeId: id, paymentId: payment.id, pence: lostPence })
  await book(tx, posting, deps.clock.now())
}

/** The bank has changed its mind: what was lost is not. */
export async function bookWonBack(tx: Db, dispute: BankDisputeRow, now: Date): Promise<void> {
  const { id: disputeId, payment_id: paymentId, lost_pence: pence } = dispute
  if (pence !== null) await book(tx, postingOfWonBackDispute({ disputeId, paymentId, pence }), now)
}

/** Those that are owed, and that the dispute has paid. */
async function settleRefunds(
  tx: Db,
  deps: RefundDeps,
  payment: Payment,
  { providerId, pence }: { providerId: string; pence: number },
): Promise<void> {
  const owed = await tx
    .selectFrom('refunds')
    .select(['id', 'payment_id', 'amount_pence'])
    .where('payment_id', '=', payment.id)
    .where('status', 'in', ['waiting', 'disputed'])
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const refund of owed) {
    const dispute = { pence, settledPence: await settledBy(tx, payment.id, providerId) }
    const sums = { pence: refund.amount_pence, paidPence: payment.amount_pence }
    if (!isCoveredByDispute(sums, dispute)) continue
    await recordSettledRefund(tx, deps, refund, { reference: providerId, from: 'disputed' })
  }
}

async function heldPence(tx: Db, paymentId: string): Promise<number> {
  const { pence } = await tx
    .selectFrom('ledger_entries')
    .innerJoin('ledger_transactions', 'ledger_transactions.id', 'transaction_id')
    .select((eb) => eb.fn.sum<string | null>('amount_pence').as('pence'))
    .where('account', '=', 'commission_held')
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  return -Number(pence ?? 0)
}
