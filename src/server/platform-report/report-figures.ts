// Writes what is reported of artists, by quarter. Everything counts when it is booked: a sale when the artist was credited,
// what goes back when that was decided. So a quarter that has ended stays as it is.

import { sql } from 'kysely'
import { earnedStatuses } from '#rules/sales/sale-process.ts'
import { quarterAt, type YearQuarter } from '#rules/platform-report/report-years.ts'
import type { Db } from '#server/db/client.ts'

/** The quarters that can have changed since the last time; at first all with sales. */
export async function renewPlatformReport(
  db: Db,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<void> {
  for (const quarter of await findQuarters(db, now)) {
    signal.throwIfAborted()
    await renewQuarter(db, quarter)
  }
}

/** All of the year again: it is the same as before, unless a row of the past was put right. */
export async function renewYear(db: Db, year: number): Promise<void> {
  for (const quarter of [1, 2, 3, 4] as const) await renewQuarter(db, { year, quarter })
}

/** The one before the last that was written had perhaps not ended when it was. */
async function findQuarters(db: Db, now: Date): Promise<YearQuarter[]> {
  const { rows } = await sql<{ first: Date }>`
    select generate_series(
      coalesce(
        (select make_date(year, quarter * 3 - 2, 1) - interval '3 months' from platform_report_quarters
          order by year desc, quarter desc limit 1),
        (select date_trunc('quarter', min(month)::timestamp) from sale_sums)
      ),
      ${now}::timestamptz at time zone 'Europe/London',
      interval '3 months'
    ) at time zone 'Europe/London' as first
  `.execute(db)
  return rows.map(({ first }) => quarterAt(first))
}

/** One statement sees the sales and what has gone back of them at one time. Rows that stay the same are not written. */
async function renewQuarter(db: Db, { year, quarter }: YearQuarter): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`
      with ${spanOf(year, quarter)}, ${keptSales}, ${givenBack}, ${returnedSales}, ${disputed}
      insert into platform_report_quarters
        (year, quarter, artist_id, kind, sales, credited_pence, taken_back_pence, fee_pence)
      select ${year}, ${quarter}, artist_id, kind, sum(sales), sum(credited), sum(taken_back), sum(fee)
      from (
        select artist_id, kind, sales, credited, 0 as taken_back, fee from kept
        union all
        select artist_id, kind, sales, 0, 0, 0 from returned
        union all
        select artist_id, kind, 0, artist_pence, 0, fee_pence from given_back where is_of_quarter
        union all
        select artist_id, kind, 0, 0, artist_pence, -fee_pence from given_back where is_in_quarter
        union all
        select artist_id, kind, 0, 0, taken, 0 from disputed
      ) as part
      group by artist_id, kind
      having sum(sales) <> 0 or sum(credited) <> 0 or sum(taken_back) <> 0 or sum(fee) <> 0
      on conflict (year, artist_id, quarter, kind) do update set
        sales = excluded.sales, credited_pence = excluded.credited_pence,
        taken_back_pence = excluded.taken_back_pence, fee_pence = excluded.fee_pence
      where (platform_report_quarters.sales, platform_report_quarters.credited_pence,
          platform_report_quarters.taken_back_pence, platform_report_quarters.fee_pence)
        is distinct from
          (excluded.sales, excluded.credited_pence, excluded.taken_back_pence, excluded.fee_pence)
    `.execute(tx)
    await sumYear(tx, year)
  })
}

const spanOf = (year: number, quarter: number) => sql`
  span as (
    select first, next, first::timestamp at time zone 'Europe/London' as starts_at,
      next::timestamp at time zone 'Europe/London' as ends_at
    from (
      select day as first, (day + interval '3 months')::date as next
      from make_date(${year}, ${quarter} * 3 - 2, 1) as day
    ) as days
  )`

/** The sales of the quarter as they are now: without what has gone back of them since. */
const keptSales = sql`
  kept as (
    select artist_id, kind, coalesce(sum(sales) filter (where status = any(${[...earnedStatuses]})), 0) as sales,
      sum(artist_pence) as credited, sum(platform_fee_pence + processing_fee_pence) as fee
    from sale_sums, span
    where month >= first and month < next and status <> 'held'
    group by artist_id, kind
  )`

/** What has gone back since the quarter began: of its sales, or decided in it. */
const givenBack = sql`
  given_back as (
    select sales.id, sales.artist_id, sales.kind, sales.status, refunds.artist_pence,
      refunds.amount_pence - refunds.artist_pence as fee_pence,
      sales.month >= first and sales.month < next as is_of_quarter,
      refunds.created_at < ends_at as is_in_quarter
    from span
    join refunds on refunds.cause = 'given_back' and refunds.created_at >= starts_at
    join sales
      on sales.payment_id = refunds.payment_id and sales.order_line_id is not distinct from refunds.order_line_id
  )`

/** Sales of the quarter that were credited, and of which nothing is left: they are no earned ones any more. */
const returnedSales = sql`
  returned as (
    select artist_id, kind, count(*) as sales
    from (
      select id, artist_id, kind from given_back
      where is_of_quarter and status = 'returned'
      group by id, artist_id, kind
      having sum(artist_pence) > 0
    ) as sale
    group by artist_id, kind
  )`

/** What artists lost by disputes, and got again because the bank has changed its mind. The fees stay the platform's. */
const disputed = sql`
  disputed as (
    select ledger_entries.artist_id,
      case payments.subject_kind when 'commission' then 'commission' else 'track' end as kind,
      sum(ledger_entries.amount_pence) as taken
    from span
    cross join bank_disputes
    join ledger_transactions
      on fact in ('dispute_lost:' || bank_disputes.id, 'dispute_won_back:' || bank_disputes.id)
      and booked_at >= starts_at and booked_at < ends_at
    join ledger_entries on transaction_id = ledger_transactions.id and account = 'artist_receivable'
    join payments on payments.id = ledger_transactions.payment_id
    group by 1, 2
  )`

async function sumYear(tx: Db, year: number): Promise<void> {
  await sql`
    insert into platform_report_years
    select year, artist_id,
      coalesce(sum(sales) filter (where kind = 'commission'), 0),
      coalesce(sum(credited_pence - taken_back_pence) filter (where kind = 'commission'), 0),
      coalesce(sum(fee_pence) filter (where kind = 'commission'), 0),
      coalesce(sum(sales) filter (where kind = 'track'), 0),
      coalesce(sum(credited_pence - taken_back_pence) filter (where kind = 'track'), 0),
      coalesce(sum(fee_pence) filter (where kind = 'track'), 0)
    from platform_report_quarters
    where year = ${year}
    group by year, artist_id
    on conflict (year, artist_id) do update set
      service_sales = excluded.service_sales, service_pence = excluded.service_pence,
      service_fee_pence = excluded.service_fee_pence, licence_sales = excluded.licence_sales,
      licence_pence = excluded.licence_pence, licence_fee_pence = excluded.licence_fee_pence
    where platform_report_years is distinct from excluded
  `.execute(tx)
}
