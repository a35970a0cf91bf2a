// An artist's sales as lists and files show them.

import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { SaleTotals } from '#contracts/sales.ts'
import type { TransferState } from '#rules/payments/transfer-states.ts'
import {
  isUnsent,
  saleKinds,
  saleProcess,
  type SaleKind,
  type SaleState,
  type SaleStatus,
  type UnsentState,
} from '#rules/sales/sale-process.ts'
import { salesPageSize, type SalesFilter } from '#rules/sales/sales-search.ts'
import type { Db } from '#server/db/client.ts'
import { pageAt } from '#server/db/paging.ts'
import { problemOfTransfer, transferState } from '#server/payments/transfer-problems.ts'
import { inMonths, kindsOf, statusOf } from './sale-filters.ts'
import { addUp, findSums, findUnsentSums, sumsOf, type SaleSum } from './sale-sums.ts'
import {
  nettedOfSale,
  takenBackOfSale,
  transferOfSale,
  type TakenBack,
  type TransferOfSale,
} from './transfer-of-sale.ts'
import { doAllWait, unsentSales, unsentState, withTransfer } from './unsent-sales.ts'

export type SaleRow = {
  id: string
  kind: SaleKind
  title: string
  track_id: string | null
  commission_id: string | null
  paid_at: Date
  counted_at: Date
  customer_pence: number
  platform_fee_pence: number
  processing_fee_pence: number
  artist_pence: number
  refunded_pence: number
  state: SaleState
  transfer_state: TransferState | null
  transfer: TransferOfSale | null
  taken_back: TakenBack[]
  netted_pence: number
  /** What the artist's account lacks. */
  todo: unknown
  /** `counted_at` to the microsecond. */
  place: string
}

type Search = { artistId: string; filter: SalesFilter; page: number }

/** The newest first. */
export async function findSales(db: Db, { artistId, filter, page }: Search) {
  const allSums = await findSums(db, artistId)
  const unsent = isUnsent(filter.state) ? filter.state : null
  const isAllWaiting = unsent !== null && (await doAllWait(db, artistId))
  const sums = isAllWaiting && unsent !== 'waiting' ? [] : sumsOf(allSums, filter)
  // Which of the unsent ones are in this state, only their rows say.
  const parted = isAllWaiting ? null : unsent
  const totals =
    parted === null ? addUp(sums) : (await findUnsentSums(db, { artistId, filter }))[parted]
  const { paging, offset: skipped } = pageAt({ page, total: totals.sales, size: salesPageSize })
  const place = { skipped, limit: salesPageSize }
  const shown =
    parted === null
      ? pageOf(artistId, filter, { sums, ...place })
      : unsentPage(artistId, { ...filter, state: parted }, place)
  const rows = totals.sales === 0 ? [] : await findRows(db, shown, 'desc')
  const months = [...new Set(allSums.map(({ month }) => month))]
  const held = sums.filter(({ status }) => status === saleProcess.start)
  const { artistPence: heldPence } = addUp(held)
  return { rows, totals, heldPence, months, ...paging }
}

type Place = { skipped: number; limit: number }

function unsentPage(
  artistId: string,
  filter: SalesFilter & { state: UnsentState },
  { skipped, limit }: Place,
): RawBuilder<unknown> {
  return sql`
    select id, counted_at from (${unsentSales(artistId, filter)}) as unsent where state = ${filter.state}
    order by counted_at desc, id desc limit ${limit} offset ${skipped}`
}

/** In which month the page begins follows from the sums: one that is far back passes the rows of that month only. */
function pageOf(
  artistId: string,
  { month }: SalesFilter,
  { sums, skipped, limit }: Place & { sums: readonly SaleSum[] },
): RawBuilder<unknown> {
  const start = startOfPage(sums, skipped)
  return rowsOf(artistId, {
    parts: allParts.filter((part) => sums.some((sum) => isOf(sum, part))),
    where: inMonths({ from: month ?? null, to: start.month }),
    order: sql`counted_at desc, id desc`,
    skipped: start.skipped,
    limit,
  })
}

/** @param sums the newest month first */
export function startOfPage(
  sums: readonly SaleSum[],
  skipped: number,
): { month: string | null; skipped: number } {
  let rest = skipped
  for (const [month, ofMonth] of Map.groupBy(sums, (sum) => sum.month)) {
    const { sales } = addUp(ofMonth)
    if (rest < sales) return { month, skipped: rest }
    rest -= sales
  }
  return { month: null, skipped: 0 }
}

type Part = { kind: SaleKind; status: SaleStatus }

const allParts: readonly Part[] = saleKinds.flatMap((kind) =>
  saleProcess.statuses.map((status) => ({ kind, status })),
)

function isOf(sum: Part, { kind, status }: Part): boolean {
  return sum.kind === kind && sum.status === status
}

type Rows = Place & {
  parts: readonly Part[]
  where: RawBuilder<SqlBool>
  order: RawBuilder<unknown>
}

/** Each part is read in the order of one index, no further than the page can need, whatever PostgreSQL expects of it. */
function rowsOf(
  artistId: string,
  { parts, where, order, skipped, limit }: Rows,
): RawBuilder<unknown> {
  const partsInOrder = parts.map(
    ({ kind, status }) => sql`(
      select id, counted_at from sales
      where artist_id = ${artistId} and kind = ${sql.lit(kind)} and status = ${sql.lit(status)} and ${where}
      order by ${order} limit ${skipped + limit}
    )`,
  )
  return sql`
    select * from (${sql.join(partsInOrder, sql` union all `)}) as part
    order by ${order} limit ${limit} offset ${skipped}`
}

/**
 * Every sale of the filter once, in batches, the oldest first. Each batch is as it is when it is read: a commission that is
 * decided meanwhile moves to the end, where it is passed over if it was read before.
 */
export async function* readSales(
  db: Db,
  {
    artistId,
    filter,
    batchSize = 500,
  }: Pick<Search, 'artistId' | 'filter'> & { batchSize?: number },
): AsyncGenerator<SaleRow[]> {
  const [kinds, status, month] = [kindsOf(filter), statusOf(filter), filter.month ?? null]
  const parts = allParts.filter(
    (part) => kinds.includes(part.kind) && (status === undefined || part.status === status),
  )
  const held = new Set<string>()
  let after = sql<SqlBool>`true`
  for (;;) {
    const where = sql<SqlBool>`${inMonths({ from: month, to: month })} and ${after}`
    const order = sql`counted_at, id`
    const shown = rowsOf(artistId, { parts, where, order, skipped: 0, limit: batchSize })
    const batch = await findRows(db, shown, 'asc')
    const fresh = batch.filter(
      ({ id, state }) => !held.has(id) && (filter.state === undefined || state === filter.state),
    )
    for (const { id, state } of fresh) if (state === saleProcess.start) held.add(id)
    yield fresh
    const last = batch.at(-1)
    if (last === undefined || batch.length < batchSize) return
    after = sql<SqlBool>`(counted_at, id) > (${last.place}::timestamptz, ${last.id}::uuid)`
  }
}

/** @param shown the ids and times of sales, a page of them */
async function findRows(
  db: Db,
  shown: RawBuilder<unknown>,
  direction: 'asc' | 'desc',
): Promise<SaleRow[]> {
  const { rows } = await sql<SaleRow>`
    with shown as materialized (${shown})
    select sales.id, sales.kind, coalesce(order_lines.title, commissions.name) as title, tracks.id as track_id,
      sales.commission_id, sales.paid_at, sales.counted_at, shown.counted_at::text as place, sales.customer_pence,
      sales.platform_fee_pence, sales.processing_fee_pence, sales.artist_pence, sales.refunded_pence,
      case sales.status when ${sql.lit(saleProcess.steps.release.to)} then ${unsentState} else sales.status end as state,
      todo,
      case when transfers.id is not null then ${transferState} end as transfer_state,
      ${transferOfSale} as transfer, ${takenBackOfSale} as taken_back, ${nettedOfSale} as netted_pence
    from shown
    join sales on sales.id = shown.id
    left join order_lines on order_lines.id = sales.order_line_id
    left join commissions on commissions.id = sales.commission_id
    left join tracks on tracks.id = order_lines.track_id and tracks.withdrawn_at is null
    ${withTransfer}
    order by shown.counted_at ${sql.raw(direction)}, shown.id ${sql.raw(direction)}
  `.execute(db)
  return rows
}

type Waiting = { waiting: SaleTotals; waitsFor: string | null }

/** Sums the sales that wait, and says why the oldest does. */
export async function findWaiting(
  db: Db,
  { artistId, sums }: Pick<Search, 'artistId'> & { sums: readonly SaleSum[] },
): Promise<Waiting> {
  const owed = sumsOf(sums, { state: 'waiting' })
  if (owed.length === 0) return { waiting: addUp([]), waitsFor: null }
  if (await doAllWait(db, artistId)) {
    const parts = allParts.filter((part) => owed.some((sum) => isOf(sum, part)))
    const [where, order] = [sql<SqlBool>`true`, sql`counted_at, id`]
    const oldest = rowsOf(artistId, { parts, where, order, skipped: 0, limit: 1 })
    return { waiting: addUp(owed), waitsFor: await findReason(db, oldest) }
  }
  const { waiting } = await findUnsentSums(db, { artistId, filter: {} })
  if (waiting.sales === 0) return { waiting, waitsFor: null }
  const oldest = sql`
    select id, counted_at from (${unsentSales(artistId, {})}) as unsent where state = 'waiting'
    order by counted_at, id limit 1`
  return { waiting, waitsFor: await findReason(db, oldest) }
}

async function findReason(db: Db, shown: RawBuilder<unknown>): Promise<string | null> {
  const [row] = await findRows(db, shown, 'asc')
  return row ? reasonOf(row) : null
}

/** Why a sale waits; null for every other. */
export function reasonOf({ state, transfer_state: transfer, todo }: SaleRow): string | null {
  if (state !== 'waiting' || transfer === null) return null
  return problemOfTransfer({ state: transfer, todo })
}
