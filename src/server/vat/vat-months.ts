// VAT by month, for the operator's returns: what sales have contained, and what refunds have returned.

import { sql } from 'kysely'
import type { VatMode } from '#rules/vat/vat-terms.ts'
import type { Db } from '#server/db/client.ts'

export type VatMonth = {
  /** '2026-11', in London. */
  month: string
  mode: Exclude<VatMode, 'none'>
  /** In hundredths of a per cent. */
  rate: number
  /** The net sum of sales. */
  netPence: number
  vatPence: number
  /** By refunds, of sales of any month. */
  returnedNetPence: number
  returnedVatPence: number
}

/**
 * From the first month to the last, the earliest first; a month without VAT has no row. Where the platform sells, a sale counts
 * when it was paid, also if it is a commission whose money is held. Its fee counts when it was earned, and the fee of a
 * commission that was cancelled in no month. Only the sales and refunds of these months are read.
 */
export async function findVatMonths(
  db: Db,
  { from, to }: { from: string; to: string },
): Promise<VatMonth[]> {
  const { rows } = await sql<VatMonth>`
    with moved as (
      select paid_at as at, ${sold}
      from sales
      where ${isPriceTaxed} and paid_at >= ${startOf(from)} and paid_at < ${endOf(to)}
      union all
      select counted_at, ${sold}
      from sales
      where ${isFeeTaxed} and month between ${firstDayOf(from)} and ${firstDayOf(to)}
      union all
      select refunds.created_at, vat_mode, vat_rate, 0, 0, refunds.vat_net_pence, refunds.vat_pence
      from refunds
      join sales on sales.payment_id = refunds.payment_id
        and sales.order_line_id is not distinct from refunds.order_line_id
      where refunds.vat_net_pence + refunds.vat_pence > 0
        and refunds.created_at >= ${startOf(from)} and refunds.created_at < ${endOf(to)}
        and (${isPriceTaxed} or ${isFeeTaxed})
    )
    select month, vat_mode as mode, vat_rate as rate, sum(vat_net_pence)::float8 as "netPence",
      sum(vat_pence)::float8 as "vatPence", sum(returned_net_pence)::float8 as "returnedNetPence",
      sum(returned_vat_pence)::float8 as "returnedVatPence"
    from moved
    cross join lateral (select to_char(at at time zone 'Europe/London', 'YYYY-MM') as month) as of_month
    group by month, vat_mode, vat_rate
    order by month, vat_mode, vat_rate
  `.execute(db)
  return rows
}

const sold = sql`
  vat_mode, vat_rate, vat_net_pence, vat_pence, 0 as returned_net_pence, 0 as returned_vat_pence`

const isPriceTaxed = sql`sales.vat_mode = ${sql.lit('sale' satisfies VatMode)}`

const isFeeTaxed = sql`(
  sales.vat_mode = ${sql.lit('fee' satisfies VatMode)} and sales.status <> 'held' and not exists (
    select from refunds as cancelled
    where cancelled.payment_id = sales.payment_id and cancelled.cause = 'commission_cancelled'
  )
)`

const firstDayOf = (month: string) => sql`${`${month}-01`}::date`

const startOf = (month: string) =>
  sql`(${firstDayOf(month)}::timestamp at time zone 'Europe/London')`

const endOf = (month: string) =>
  sql`((${firstDayOf(month)} + interval '1 month') at time zone 'Europe/London')`
