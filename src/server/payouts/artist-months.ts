// Each night: what the platform keeps of each artist's sales, month by month. What the card provider takes for accounts is
// spread over the artists whose banks it has paid in that month.

import { sql } from 'kysely'
import { accountCostPence, spreadPence } from '#rules/payments/platform-margin.ts'
import { earnedStatuses } from '#rules/sales/sale-process.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Db } from '#server/db/client.ts'

type Deps = { db: Db; clock: Clock }

/** The fees of a month come in the next one, and a commission of it can be decided later still. */
const renewedMonths = 3

export async function renewArtistMonths({ db, clock }: Deps, signal: AbortSignal): Promise<void> {
  for (const month of await findMonths(db, clock.now())) {
    signal.throwIfAborted()
    await db.transaction().execute((tx) => renewMonth(tx, month))
  }
}

/** With sales or bank payouts, as '2026-11-01': the latest ones, and those that were never written. */
async function findMonths(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select month::text
    from (
      select month from sale_sums
      union
      select date_trunc('month', created_at at time zone 'UTC')::date from bank_payouts
    ) as sold
    where month > (${now}::timestamptz at time zone 'UTC')::date - make_interval(months => ${renewedMonths + 1})
      or not exists (select from artist_months where artist_months.month = sold.month)
    order by month
  `.execute(db)
  return rows.map(({ month }) => month)
}

async function renewMonth(tx: Db, month: string): Promise<void> {
  const shares = await findAccountFees(tx, month)
  await sql`delete from artist_months where month = ${month}::date`.execute(tx)
  await sql`
    with sold as (
      select artist_id, sum(sales) as sales, sum(platform_fee_pence + processing_fee_pence) as pence
      from sale_sums
      where month = ${month}::date and status = any(${[...earnedStatuses]})
      group by artist_id
    ),
    -- What of the fees or prices is VAT is nobody's earning.
    taxed as (
      select artist_id, sum(vat_pence - vat_returned_pence) as pence
      from sales
      where month = ${month}::date and vat_mode <> 'none' and status = any(${[...earnedStatuses]})
      group by artist_id
    ),
    -- A payment's fee is divided by what its tracks cost.
    carded as (
      select sales.artist_id,
        round(sum(taken.fee_pence::numeric * sales.customer_pence / nullif(payments.amount_pence, 0))) as pence
      from sales
      join payments on payments.id = sales.payment_id
      join balance_transactions as taken
        on taken.source_id = payments.charge_id and taken.type in ('charge', 'payment')
      where sales.month = ${month}::date
      group by sales.artist_id
    ),
    accounts as (
      select * from jsonb_to_recordset(${JSON.stringify(shares)}::jsonb) as share (artist_id uuid, pence integer)
    )
    insert into artist_months (artist_id, month, sales, fee_pence, card_fee_pence, account_fee_pence)
    select artist_id, ${month}::date, coalesce(sold.sales, 0), coalesce(sold.pence, 0) - coalesce(taxed.pence, 0), coalesce(carded.pence, 0),
      coalesce(accounts.pence, 0)
    from sold
    full join carded using (artist_id)
    full join accounts using (artist_id)
    left join taxed using (artist_id)
  `.execute(tx)
}

type Share = { artist_id: string; pence: number }

/** Nobody has a share before the provider has taken its fees. */
async function findAccountFees(tx: Db, month: string): Promise<Share[]> {
  const { rows: active } = await sql<{ artist_id: string; payouts: number; pence: string }>`
    select artist_id, count(*)::int as payouts, sum(amount_pence) as pence
    from bank_payouts
    where amount_pence > 0 and status <> 'cancelled'
      and created_at >= ${month}::date::timestamp at time zone 'UTC'
      and created_at < (${month}::date + interval '1 month')::timestamp at time zone 'UTC'
    group by artist_id
    order by artist_id
  `.execute(tx)
  const weights = active.map(({ payouts, pence }) => accountCostPence(payouts, Number(pence)))
  const shares = spreadPence(await findTaken(tx, month), weights)
  return active.map(({ artist_id }, at) => ({ artist_id, pence: shares[at] ?? 0 }))
}

/**
 * The provider names the days that a fee for accounts is for: 'Connect (2026-11-01 - 2026-11-30): Active Account Billing'. One
 * that names none counts in the month in which it was taken.
 */
async function findTaken(tx: Db, month: string): Promise<number> {
  const { rows } = await sql<{ pence: string }>`
    select coalesce(sum(fee_pence - amount_pence), 0) as pence
    from balance_transactions
    where type = 'stripe_fee'
      and created_at >= ${month}::date and created_at < ${month}::date + interval '3 months'
      and description like 'Connect%'
      and coalesce(
        substring(description from '[(]([0-9]{4}-[0-9]{2})-'),
        to_char(created_at at time zone 'UTC', 'YYYY-MM')
      ) = to_char(${month}::date, 'YYYY-MM')
  `.execute(tx)
  return Number(rows[0]?.pence ?? 0)
}
