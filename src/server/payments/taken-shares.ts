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

type Wanted = Pick<Share, 'paymentId' | 'artistId' | 'pence'> & {
  /** What is decided with it takes so much. */
  promisedPence?: number
}

/**
 * Of an artist's share of a refund that is to be decided, what no transfer covers beside the refunds that are decided: the
 * platform bears it once the refund is made.
 */
export async function findUncoveredPence(
  db: Db,
  { paymentId, artistId, pence, promisedPence = 0 }: Wanted,
): Promise<number> {
  const { rows } = await sql<{ pence: string | null }>`
    with sent as (
      select id, amount_pence - reversed_pence as pence from transfers
      where payment_id = ${paymentId} and artist_id = ${artistId}
    ), part as (
      select pence from sent
      union all
      -- What was reversed by hand counts for the next refund.
      select reversals.amount_pence from reversals
      join sent on sent.id = reversals.transfer_id
      where reversals.cause_kind = 'provider' and reversals.cause_id = reversals.id
      union all
      select -refunds.artist_pence from refunds
      join payments on payments.id = refunds.payment_id
      join sales on sales.id = coalesce(refunds.order_line_id, payments.subject_id)
      where refunds.payment_id = ${paymentId} and sales.artist_id = ${artistId} and not ${isShareTaken}
    )
    select sum(pence) as pence from part where exists (select from sent)
  `.execute(db)
  // Without a transfer there is no share: see findShare.
  const coveredPence = Math.max(0, Number(rows[0]?.pence ?? pence) - promisedPence)
  return Math.max(0, pence - coveredPence)
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
