// The artist's share of a refund is taken back from their transfer once the customer has the money, or it has left for them.

import { sql, type SqlBool } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { book, isFactBooked } from '#server/ledger/ledger.ts'
import { factOfBorneShare, postingOfBorneShare } from '#server/ledger/reversal-postings.ts'
import { tellOfDecidedDebt } from './debt-notices.ts'
import { oweReversal } from './reversals.ts'

/** `transferIds`: the sale's own, then what was sent again of it. */
type Share = {
  refundId: string
  paymentId: string
  artistId: string
  transferIds: string[]
  pence: number
}

/** For a query of refunds: the artist's share was taken back before, or the platform bears it. */
export const isShareTaken = sql<SqlBool>`(
  exists (
    select from reversals
    where reversals.cause_kind in ('refund', 'provider') and reversals.cause_id = refunds.id
  )
  or exists (
    select from ledger_transactions
    where ledger_transactions.fact = ${sql.lit(factOfBorneShare(''))} || refunds.id
  )
)`

/** The caller has locked the payment. Null for a refund of which no artist was owed anything. */
export async function findShare(tx: Db, refundId: string): Promise<Share | null> {
  const payment = await tx
    .selectFrom('payments')
    .innerJoin('refunds', 'refunds.payment_id', 'payments.id')
    .select(['subject_id', 'payment_id'])
    .where('refunds.id', '=', refundId)
    .where('refunds.artist_pence', '>', 0)
    .executeTakeFirst()
  if (!payment) return null
  const rows = await tx
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
        .onRef('transfers.artist_id', '=', 'sales.artist_id'),
    )
    .select(['transfers.id as transfer_id', 'transfers.artist_id', 'refunds.artist_pence'])
    .where('refunds.id', '=', refundId)
    .orderBy('is_again')
    .orderBy('transfers.created_at')
    .orderBy('transfers.id')
    .execute()
  const [first] = rows
  if (!first) return null
  return {
    refundId,
    paymentId: payment.payment_id,
    artistId: first.artist_id,
    transferIds: rows.map(({ transfer_id: id }) => id),
    pence: first.artist_pence,
  }
}

/**
 * In the transaction that records the refund as made or settled. Once, also if it comes back and is made again, and its artist
 * was sent more meanwhile.
 */
export async function takeShareBack(tx: Db, share: Share | null, now: Date): Promise<void> {
  if (share === null) return
  const cause = { kind: 'refund' as const, id: share.refundId }
  let left = share.pence - (await takenPence(tx, share))
  for (const transferId of share.transferIds) {
    if (left > 0) left -= await oweReversal(tx, { transferId, pence: left, cause, now })
  }
  if (left > 0) await bearRest(tx, share, left, now)
}

/** All that the artist was sent for the sale has gone back already, or was written off when a lost dispute took it back. */
async function bearRest(
  tx: Db,
  { refundId, paymentId, artistId }: Share,
  pence: number,
  now: Date,
): Promise<void> {
  if (await isFactBooked(tx, factOfBorneShare(refundId))) return
  await book(tx, postingOfBorneShare({ refundId, paymentId, artistId, pence }), now)
  await tellOfDecidedDebt(tx, {
    artistId,
    leftPence: pence,
    event: 'written_off',
    reason: 'What was sent to you for this sale has gone back already, or was written off.',
    key: factOfBorneShare(refundId),
  })
}

/** By this refund. What was reversed by hand can count for it. */
async function takenPence(tx: Db, { refundId, transferIds }: Share): Promise<number> {
  const { pence } = await tx
    .selectFrom('reversals')
    .select((eb) => eb.fn.sum<string | null>('amount_pence').as('pence'))
    .where('transfer_id', 'in', transferIds)
    .where('cause_kind', 'in', ['refund', 'provider'])
    .where('cause_id', '=', refundId)
    .executeTakeFirstOrThrow()
  return Number(pence ?? 0)
}
