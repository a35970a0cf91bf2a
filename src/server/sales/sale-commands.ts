// The only writer of sales: each function runs in the transaction that books the same in the ledger, and one statement
// writes the rows and counts them. A row that is missing is found by the hourly check: no money waits for it.

import { sql, type RawBuilder } from 'kysely'
import type { ApprovalShares } from '#rules/payments/approval-shares.ts'
import { sumOfShares, type SaleShares } from '#rules/payments/refund-shares.ts'
import type { Vat } from '#rules/vat/contained-vat.ts'
import { withoutVat, type VatTerms } from '#rules/vat/vat-terms.ts'
import { freeStatus, saleProcess, type SaleStatus } from '#rules/sales/sale-process.ts'
import type { Db } from '#server/db/client.ts'

const { release, giveBack, transfer, takeBack } = saleProcess.steps

/** A line of an order, or a commission, with the VAT that it contains. */
type Sold = Vat & { id: string }

/** The lines of an order that have granted their tracks. The payment has been recorded as paid. */
export async function recordTrackSales(
  tx: Db,
  { paymentId, lines, terms }: { paymentId: string; lines: readonly Sold[]; terms: VatTerms },
): Promise<void> {
  await insert(
    tx,
    sql`
      insert into sales (order_line_id, artist_id, payment_id, status, paid_at, counted_at, ${amounts}, ${vatColumns})
      select order_lines.id, artist_id, payments.id,
        case when artist_pence = 0 then ${sql.lit(freeStatus)} else ${sql.lit(release.to)} end,
        paid_at, paid_at, ${amounts}, ${vatOf(terms)}
      from ${rowsOf(lines)}
      join order_lines on order_lines.id = sold.id
      join payments on payments.id = ${paymentId}
    `,
  )
}

/** A commission that its payment has been recorded for: until it is decided, the row says what its artist will receive. */
export async function recordHeldSale(
  tx: Db,
  { paymentId, commission, terms }: { paymentId: string; commission: Sold; terms: VatTerms },
): Promise<void> {
  await insert(
    tx,
    sql`
      insert into sales (commission_id, artist_id, payment_id, status, paid_at, counted_at, ${amounts}, ${vatColumns})
      select commissions.id, artist_id, payments.id, ${sql.lit(saleProcess.start)}, payments.paid_at, payments.paid_at,
        ${amounts}, ${vatOf(terms)}
      from ${rowsOf([commission])}
      join commissions on commissions.id = sold.id
      join payments on payments.id = ${paymentId}
    `,
  )
}

/** Those of its payment. A row that is missing has none: see above. */
export async function findVatTerms(tx: Db, saleId: string): Promise<VatTerms> {
  const sale = await tx
    .selectFrom('sales')
    .select(['vat_mode as mode', 'vat_rate as rate', 'vat_number as number'])
    .where('id', '=', saleId)
    .executeTakeFirst()
  return sale ?? withoutVat
}

/** `vatPence`: of the VAT that goes back with a part of the price. */
type Release = { commissionId: string; shares: ApprovalShares; vatPence: number }

/** The held money is divided. */
export async function releaseSale(
  tx: Db,
  { commissionId, shares, vatPence }: Release,
  now: Date,
): Promise<void> {
  await update(tx, {
    of: sql`commission_id = ${commissionId}`,
    from: release.from,
    set: sql`
      status = ${release.to}, counted_at = ${now}, artist_pence = ${shares.artistPence},
      platform_fee_pence = ${shares.platformFeePence}, processing_fee_pence = ${shares.processingFeePence},
      refunded_pence = ${shares.refundPence}, vat_returned_pence = ${vatPence}`,
  })
}

/** All of the held money goes back. */
export async function giveSaleBack(tx: Db, commissionId: string, now: Date): Promise<void> {
  await update(tx, {
    of: sql`commission_id = ${commissionId}`,
    from: giveBack.from,
    set: sql`
      status = ${giveBack.to}, counted_at = ${now}, artist_pence = 0, platform_fee_pence = 0,
      processing_fee_pence = 0, refunded_pence = sales.customer_pence,
      vat_returned_pence = sales.vat_pence`,
  })
}

/** `vatPence`: of the VAT that goes back with it. */
type Taken = { saleId: string; left: SaleShares; taken: SaleShares; vatPence: number }

/**
 * What is left of a sale goes back to the customer, wholly or in part. Returns false if it is not what was seen any more.
 */
export async function takeFromSale(
  tx: Db,
  { saleId, left, taken, vatPence }: Taken,
): Promise<boolean> {
  const isWhole = sumOfShares(taken) === sumOfShares(left)
  return update(tx, {
    of: sql`
      id = ${saleId} and artist_pence = ${left.artistPence} and platform_fee_pence = ${left.platformFeePence}
      and processing_fee_pence = ${left.processingFeePence}`,
    from: takeBack.from,
    set: sql`
      status = ${isWhole ? sql.lit(takeBack.to) : sql`sales.status`},
      artist_pence = sales.artist_pence - ${taken.artistPence}::int,
      platform_fee_pence = sales.platform_fee_pence - ${taken.platformFeePence}::int,
      processing_fee_pence = sales.processing_fee_pence - ${taken.processingFeePence}::int,
      refunded_pence = sales.refunded_pence + ${sumOfShares(taken)}::int,
      vat_returned_pence = sales.vat_returned_pence + ${vatPence}::int`,
  })
}

/** The transfer of what the artist is owed from the payment was sent. */
export async function markTransferred(
  tx: Db,
  { paymentId, artistId }: { paymentId: string; artistId: string },
): Promise<void> {
  await update(tx, {
    of: sql`payment_id = ${paymentId} and artist_id = ${artistId}`,
    from: transfer.from,
    set: sql`status = ${transfer.to}`,
  })
}

const vatColumns = sql.raw('vat_mode, vat_rate, vat_number, vat_net_pence, vat_pence')

function vatOf({ mode, rate, number }: VatTerms): RawBuilder<unknown> {
  return sql`${mode}::text, ${rate}::int, ${number}::text, sold."netPence", sold."vatPence"`
}

function rowsOf(sold: readonly Sold[]): RawBuilder<unknown> {
  const rows = JSON.stringify(sold)
  return sql`jsonb_to_recordset(${rows}::jsonb) as sold (id uuid, "netPence" int, "vatPence" int)`
}

const amounts = sql.raw('customer_pence, platform_fee_pence, processing_fee_pence, artist_pence')

/** @param rows an INSERT of sales */
async function insert(tx: Db, rows: RawBuilder<unknown>): Promise<void> {
  await count(
    tx,
    sql`
      with changed as (${rows} returning *),
      counted as (select 1 as times, changed.* from changed)`,
  )
}

type Change = { of: RawBuilder<unknown>; from: readonly SaleStatus[]; set: RawBuilder<unknown> }

/**
 * The rows as they were stop counting, and as they are begin to: PostgreSQL 15 returns of an UPDATE only the latter. Returns
 * whether there are any.
 */
function update(tx: Db, { of, from, set }: Change): Promise<boolean> {
  return count(
    tx,
    sql`
      with before as materialized (
        select * from sales where ${of} and status = any(${[...from]}) for update
      ),
      changed as (update sales set ${set} from before where sales.id = before.id returning sales.*),
      counted as (
        select 1 as times, changed.* from changed
        union all
        select -1, before.* from before
      )`,
  )
}

/**
 * @param counted the change, with the rows that it begins or stops to count. Rows of sums are locked in the order of their
 * keys, and after everything else that the transaction locks but the counter of receipts.
 */
async function count(tx: Db, counted: RawBuilder<unknown>): Promise<boolean> {
  const { numAffectedRows } = await sql`
    ${counted}
    insert into sale_sums
    select artist_id, month, kind, status, sum(times), sum(times * customer_pence), sum(times * platform_fee_pence),
      sum(times * processing_fee_pence), sum(times * artist_pence), sum(times * refunded_pence)
    from counted
    group by artist_id, month, kind, status
    order by artist_id, month, kind, status
    on conflict (artist_id, month, kind, status) do update set
      sales = sale_sums.sales + excluded.sales,
      customer_pence = sale_sums.customer_pence + excluded.customer_pence,
      platform_fee_pence = sale_sums.platform_fee_pence + excluded.platform_fee_pence,
      processing_fee_pence = sale_sums.processing_fee_pence + excluded.processing_fee_pence,
      artist_pence = sale_sums.artist_pence + excluded.artist_pence,
      refunded_pence = sale_sums.refunded_pence + excluded.refunded_pence
  `.execute(tx)
  return numAffectedRows !== undefined && numAffectedRows > 0n
}
