// What an artist loses by a refund is taken back from their transfer: once the customer has the money, or it has left for them.

import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { subjectFunctions, type PaymentSubjects } from './payment-subjects.ts'
import { oweReversal } from './reversals.ts'

type Share = { refundId: string; transferId: string; pence: number }

/**
 * Before the refund is moved: locks what a reversal needs, in the usual order. Null for a refund of which no artist has
 * earned anything.
 */
export async function lockShare(
  tx: Db,
  subjects: PaymentSubjects,
  refundId: string,
): Promise<Share | null> {
  const payment = await tx
    .selectFrom('payments')
    .innerJoin('refunds', 'refunds.payment_id', 'payments.id')
    .selectAll('payments')
    .where('refunds.id', '=', refundId)
    .where('refunds.artist_pence', '>', 0)
    .executeTakeFirst()
  if (!payment) return null
  await subjectFunctions(subjects, payment).lock(tx, payment.subject_id)
  await tx
    .selectFrom('payments')
    .select('id')
    .where('id', '=', payment.id)
    .forNoKeyUpdate()
    .execute()
  const { transfer_id: transferId, artist_pence: pence } = await tx
    .selectFrom('refunds')
    .innerJoin('sales', (join) =>
      join.on(
        'sales.id',
        '=',
        sql<string>`coalesce(refunds.order_line_id, ${payment.subject_id}::uuid)`,
      ),
    )
    .innerJoin('transfers', (join) =>
      join
        .onRef('transfers.payment_id', '=', 'refunds.payment_id')
        .onRef('transfers.artist_id', '=', 'sales.artist_id')
        .on('is_again', '=', false),
    )
    .select(['transfers.id as transfer_id', 'refunds.artist_pence'])
    .where('refunds.id', '=', refundId)
    .executeTakeFirstOrThrow()
  return { refundId, transferId, pence }
}

/** In the transaction that records the refund as made or settled. Once, also if it comes back and is made again. */
export async function takeShareBack(tx: Db, share: Share | null, now: Date): Promise<void> {
  if (share === null) return
  const { refundId, transferId, pence } = share
  await oweReversal(tx, { transferId, pence, cause: { kind: 'refund', id: refundId }, now })
}
