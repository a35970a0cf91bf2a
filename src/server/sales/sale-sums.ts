// The sums of an artist's sales, as the commands have counted them: a few rows for each month.

import { sql } from 'kysely'
import type { SaleTotals } from '#contracts/sales.ts'
import {
  unsentStates,
  type SaleKind,
  type SaleStatus,
  type UnsentState,
} from '#rules/sales/sale-process.ts'
import type { SalesFilter } from '#rules/sales/sales-search.ts'
import type { Db } from '#server/db/client.ts'
import { kindsOf, statusOf } from './sale-filters.ts'
import { unsentSales } from './unsent-sales.ts'

export type SaleSum = SaleTotals & { month: string; kind: SaleKind; status: SaleStatus }

/** The newest month first. */
export async function findSums(db: Db, artistId: string): Promise<SaleSum[]> {
  const { rows } = await sql<SaleSum>`
    select to_char(month, 'YYYY-MM') as month, kind, status, sales, customer_pence::float8 as "customerPence",
      platform_fee_pence::float8 as "platformFeePence", processing_fee_pence::float8 as "processingFeePence",
      artist_pence::float8 as "artistPence", refunded_pence::float8 as "refundedPence"
    from sale_sums
    where artist_id = ${artistId} and sales <> 0
    order by sale_sums.month desc, kind, status
  `.execute(db)
  return rows
}

/** Those of the filter, but for what parts the unsent ones: that is no matter of sums. */
export function sumsOf(sums: readonly SaleSum[], filter: SalesFilter): SaleSum[] {
  const [kinds, status] = [kindsOf(filter), statusOf(filter)]
  return sums.filter(
    (sum) =>
      (filter.month === undefined || sum.month === filter.month) &&
      kinds.includes(sum.kind) &&
      (status === undefined || sum.status === status),
  )
}

const nothing: SaleTotals = {
  sales: 0,
  customerPence: 0,
  platformFeePence: 0,
  processingFeePence: 0,
  artistPence: 0,
  refundedPence: 0,
}

export function addUp(all: readonly SaleTotals[]): SaleTotals {
  return all.reduce(
    (total, one) => ({
      sales: total.sales + one.sales,
      customerPence: total.customerPence + one.customerPence,
      platformFeePence: total.platformFeePence + one.platformFeePence,
      processingFeePence: total.processingFeePence + one.processingFeePence,
      artistPence: total.artistPence + one.artistPence,
      refundedPence: total.refundedPence + one.refundedPence,
    }),
    nothing,
  )
}

/**
 * Of what is owed: why it is not sent changes by itself, so these are counted from the rows. There are few, unless nothing
 * can be sent to the artist: see `doAllWait`.
 */
export async function findUnsentSums(
  db: Db,
  { artistId, filter }: { artistId: string; filter: SalesFilter },
): Promise<Record<UnsentState, SaleTotals>> {
  const { rows } = await sql<SaleTotals & { state: UnsentState }>`
    select state, count(*)::integer as sales, sum(customer_pence)::float8 as "customerPence",
      sum(platform_fee_pence)::float8 as "platformFeePence",
      sum(processing_fee_pence)::float8 as "processingFeePence", sum(artist_pence)::float8 as "artistPence",
      sum(refunded_pence)::float8 as "refundedPence"
    from (${unsentSales(artistId, filter)}) as unsent
    group by state
  `.execute(db)
  const of = (state: UnsentState) => addUp(rows.filter((row) => row.state === state))
  return {
    owed: of(unsentStates[0]),
    on_its_way: of(unsentStates[1]),
    waiting: of(unsentStates[2]),
  }
}
