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
  /** Of sales. */
  netPence: number
  vatPence: number
  /** By refunds, of sales of any month. */
  returnedNetPence: number
  returnedVatPence: number
}

/**
 * From the first month to the last, the earliest first; a month without VAT has no row. Where the platform sells, a sale counts
 * when it was paid, also if it is a commission whose money is held. Its fee counts when it was earned, and the fee of a
 * commission that was cancelled in no month.
 */
export async function findVatMonths(
  db: Db,
  { from, to }: { from: string; to: string },
): Promise<VatMonth[]> {
  const { rows } = await sql<VatMonth>`
    with counted as (
      select sales.*, case vat_mode when 'fee' then counted_at else paid_at end as taxed_at
      from sales
      where vat_mode = 'sale' or (
        vat_mode = 'fee' and status <> 'held' and not exists (
          select from refunds where refunds.payment_id = sales.payment_id and cause = 'commission_cancelled'
        )
      )
    ),
    moved as (
      select taxed_at as at, vat_mode, vat_rate, vat_net_pence, vat_pence, 0 as returned_net_pence, 0 as returned_vat_pence
      from counted
      union all
      select refunds.created_at, vat_mode, vat_rate, 0, 0, refunds.vat_net_pence, refunds.vat_pence
      from counted
      join refunds
        on refunds.payment_id = counted.payment_id and refunds.order_line_id is not distinct from counted.order_line_id
        and refunds.vat_net_pence + refunds.vat_pence > 0
    )
    select month, vat_mode as mode, vat_rate as rate, sum(vat_net_pence)::float8 as "netPence",
      sum(vat_pence)::float8 as "vatPence", sum(returned_net_pence)::float8 as "returnedNetPence",
      sum(returned_vat_pence)::float8 as "returnedVatPence"
    from moved
    cross join lateral (select to_char(at at time zone 'Europe/London', 'YYYY-MM') as month) as of_month
    where month between ${from} and ${to}
    group by month, vat_mode, vat_rate
    order by month, vat_mode, vat_rate
  `.execute(db)
  return rows
}
