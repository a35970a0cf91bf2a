// What was reversed at the provider before anybody knew why, once a refund or a dispute is the cause: see found-reversals.ts.

import { randomUUID } from 'node:crypto'
import { reversalProcess, type ReversalCause } from '#rules/payments/reversal-process.ts'
import type { Db } from '#server/db/client.ts'
import { book } from '#server/ledger/ledger.ts'
import { postingOfExplainedReversal } from '#server/ledger/reversal-postings.ts'

type Transfer = { id: string; payment_id: string; artist_id: string }

type Owing = {
  transfer: Transfer
  cause: { kind: ReversalCause; id: string }
  pence: number
  now: Date
}

/**
 * What was reversed by hand before may be what an artist is to give back now: then it counts for this cause, so that nothing is
 * taken twice; of the last one only the part that is owed. In a transaction that has locked the transfer. Returns how much.
 */
export async function explainFoundReversals(tx: Db, owing: Owing): Promise<number> {
  const found = await tx
    .selectFrom('reversals')
    .select(['id', 'amount_pence as pence', 'provider_id', 'sent_at', 'created_at'])
    .where('transfer_id', '=', owing.transfer.id)
    .where('cause_kind', '=', 'provider')
    .whereRef('cause_id', '=', 'id')
    .orderBy((eb) => eb('amount_pence', '<>', owing.pence))
    .orderBy('created_at')
    .orderBy('id')
    .forUpdate()
    .execute()
  let leftPence = owing.pence
  for (const reversal of found) {
    const pence = Math.min(reversal.pence, leftPence)
    if (pence > 0) await explain(tx, owing, reversal, pence)
    leftPence -= pence
  }
  return owing.pence - leftPence
}

type Unexplained = {
  id: string
  pence: number
  provider_id: string | null
  sent_at: Date | null
  created_at: Date
}

async function explain(
  tx: Db,
  { transfer, cause, now }: Owing,
  found: Unexplained,
  pence: number,
): Promise<void> {
  const reversalId = pence < found.pence ? await splitPart(tx, transfer, found, pence) : found.id
  await tx
    .updateTable('reversals')
    .set({ cause_id: cause.id })
    .where('id', '=', reversalId)
    .execute()
  const { payment_id: paymentId, artist_id: artistId } = transfer
  await book(tx, postingOfExplainedReversal({ reversalId, paymentId, artistId, pence }), now)
}

/** The rest stays unexplained. Returns the id of the part. */
async function splitPart(
  tx: Db,
  { id: transferId, artist_id: artistId }: Transfer,
  { id: foundId, provider_id, sent_at, created_at }: Unexplained,
  pence: number,
): Promise<string> {
  await tx
    .updateTable('reversals')
    .set((eb) => ({ amount_pence: eb('amount_pence', '-', pence), is_part: true }))
    .where('id', '=', foundId)
    .execute()
  const id = randomUUID()
  await tx
    .insertInto('reversals')
    .values({
      id,
      transfer_id: transferId,
      artist_id: artistId,
      cause_kind: 'provider',
      cause_id: id,
      amount_pence: pence,
      status: reversalProcess.steps.send.to,
      provider_id,
      is_part: true,
      created_at,
      due_at: created_at,
      sent_at,
    })
    .execute()
  return id
}
