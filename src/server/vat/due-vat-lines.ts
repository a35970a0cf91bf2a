// The fees with VAT that stand on no invoice yet, and what has gone back of them.

import { sql } from 'kysely'
import type { VatMode } from '#rules/vat/vat-terms.ts'
import type { Db } from '#server/db/client.ts'

export type DueLine = {
  sale_id: string
  refund_id: string | null
  /** The earlier invoice that has the fee of a refund. */
  corrects: string | null
  vat_number: string
  vat_rate: number
  /** One of the two: the title of a track when it was sold, or the name of a commission. */
  title: string | null
  commission: string | null
  at: Date
  /** Below zero: what went back of a fee that stands on the same invoice. */
  net_pence: number
  vat_pence: number
}

const withFee = sql`sales.vat_mode = ${sql.lit('fee' satisfies VatMode)}`

/** When the month has ended in London. */
const endOf = (month: string) =>
  sql`((${`${month}-01`}::date + interval '1 month') at time zone 'Europe/London')`

/** Refunds of the sale that were decided by the end of the month. */
const refundsOf = (month: string) => sql`
  refunds.payment_id = sales.payment_id and refunds.order_line_id is not distinct from sales.order_line_id
  and refunds.vat_net_pence + refunds.vat_pence > 0 and refunds.created_at < ${endOf(month)}`

/** Not of what is still held, and of no fee of which nothing was left by the end of the month: that was never earned. */
const isNew = (month: string) => sql`
  ${withFee} and sales.status <> 'held' and sales.month <= ${`${month}-01`}::date
  and not exists (select from vat_invoice_lines where sale_id = sales.id and refund_id is null)
  and sales.vat_net_pence + sales.vat_pence > (
    select coalesce(sum(refunds.vat_net_pence + refunds.vat_pence), 0) from refunds where ${refundsOf(month)}
  )`

/** Of fees that are invoiced already. */
const isUncredited = sql`not exists (select from vat_invoice_lines where refund_id = refunds.id)`

/** Those with anything that is due by the end of the month ('2026-11'). */
export async function findDueArtists(db: Db, month: string): Promise<string[]> {
  const { rows } = await sql<{ artist_id: string }>`
    select artist_id from sales where ${isNew(month)}
    union
    select sales.artist_id
    from refunds
    join sales on ${refundsOf(month)}
    where ${withFee} and ${isUncredited}
      and exists (select from vat_invoice_lines where sale_id = sales.id and refund_id is null)
    order by artist_id
  `.execute(db)
  return rows.map(({ artist_id: id }) => id)
}

/** The oldest first. */
export async function findDueLines(
  tx: Db,
  { artistId, month }: { artistId: string; month: string },
): Promise<DueLine[]> {
  const { rows } = await sql<DueLine>`
    with earned as (select sales.* from sales where artist_id = ${artistId} and ${isNew(month)}),
    lines as (
      select id as sale_id, null::uuid as refund_id, null::uuid as corrects, counted_at as at, vat_net_pence as net_pence,
        earned.vat_pence
      from earned
      union all
      select sales.id, refunds.id, invoiced.invoice_id, refunds.created_at, sign.factor * refunds.vat_net_pence,
        sign.factor * refunds.vat_pence
      from sales
      join refunds on ${refundsOf(month)}
      left join vat_invoice_lines as invoiced on invoiced.sale_id = sales.id and invoiced.refund_id is null
      cross join lateral (select case when invoiced.invoice_id is null then -1 else 1 end as factor) as sign
      where sales.artist_id = ${artistId} and ${withFee} and ${isUncredited}
        and (invoiced.invoice_id is not null or exists (select from earned where earned.id = sales.id))
    )
    select lines.*, sales.vat_number, sales.vat_rate, order_lines.title, commissions.name as commission
    from lines
    join sales on sales.id = lines.sale_id
    left join order_lines on order_lines.id = sales.order_line_id
    left join commissions on commissions.id = sales.commission_id
    order by lines.at, lines.sale_id, lines.refund_id nulls first
  `.execute(tx)
  return rows
}
