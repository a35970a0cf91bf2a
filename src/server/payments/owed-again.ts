// The bank has decided a dispute for us: money that was taken back from an artist is theirs after all, and is sent again, once.

import { randomUUID } from 'node:crypto'
import { reversalProcess, type ReversalCause } from '#rules/payments/reversal-process.ts'
import type { Db } from '#server/db/client.ts'
import { book } from '#server/ledger/ledger.ts'
import { postingOfForgivenAgain, postingOfOwedAgain } from '#server/ledger/reversal-postings.ts'
import { tellOfSentAgain } from './debt-notices.ts'
import { netDebts } from './netting.ts'
import { paidAtOf } from './owed-sums.ts'
import { queueTransfer } from './transfers.ts'

type Undone = { cause: { kind: ReversalCause; id: string }; now: Date }

/**
 * In the transaction that says that the artists do not owe it (it books `artist_receivable` back, as the opposite of what made
 * them owe it), and has locked the subject and the payment. Each reversal of the cause becomes a transfer of its own
 * (`reversals.sent_again_by`), once: returns the sum, 0 if that was done before. What was written off is not sent again, as its
 * artist has not paid it. What is still a debt is paid by this transfer, so that nothing is sent.
 */
export async function oweAgain(tx: Db, { cause, now }: Undone): Promise<number> {
  const reversals = await lockUndone(tx, cause)
  let sum = 0
  for (const reversal of reversals) sum += await transferAgain(tx, reversal, now)
  return sum
}

type Reversal = Awaited<ReturnType<typeof lockUndone>>[number]

function lockUndone(tx: Db, cause: Undone['cause']) {
  return (
    tx
      .selectFrom('reversals')
      .innerJoin('transfers', 'transfers.id', 'transfer_id')
      .select(['reversals.id', 'reversals.artist_id', 'reversals.amount_pence'])
      .select(['reversals.netted_pence', 'reversals.status', 'payment_id'])
      // One that was made by hand can count for this cause.
      .where('cause_kind', 'in', [cause.kind, 'provider'])
      .where('cause_id', '=', cause.id)
      .where('sent_again_by', 'is', null)
      .orderBy('reversals.id')
      .forUpdate('reversals')
      .execute()
  )
}

async function transferAgain(tx: Db, reversal: Reversal, now: Date): Promise<number> {
  const { id: reversalId, artist_id: artistId, payment_id: paymentId } = reversal
  const isWrittenOff = reversal.status === reversalProcess.steps.writeOff.to
  const pence = isWrittenOff ? reversal.netted_pence : reversal.amount_pence
  if (pence === 0) {
    const forgiven = { reversalId, paymentId, artistId, pence: reversal.amount_pence }
    await book(tx, postingOfForgivenAgain(forgiven), now)
    return 0
  }
  const transferId = randomUUID()
  await tx
    .insertInto('transfers')
    .values({
      id: transferId,
      payment_id: paymentId,
      artist_id: artistId,
      amount_pence: pence,
      is_again: true,
      paid_at: paidAtOf(paymentId),
      created_at: now,
      due_at: now,
    })
    .execute()
  await tx
    .updateTable('reversals')
    .set({ sent_again_by: transferId })
    .where('id', '=', reversalId)
    .execute()
  const writtenOffPence = reversal.amount_pence - pence
  const again = { transferId, paymentId, artistId, pence, writtenOffPence }
  await book(tx, postingOfOwedAgain(again), now)
  await tellOfSentAgain(tx, again)
  // At once: a debt that is written off later would not be paid by it.
  await netDebts(tx, { id: transferId, artist_id: artistId, payable_pence: pence }, now)
  await queueTransfer(tx, transferId)
  return pence
}
