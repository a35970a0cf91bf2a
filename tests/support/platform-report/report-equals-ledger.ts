// What is reported of artists, compared with the ledger: each artist's consideration, and all fees, quarter by quarter.

import { sql } from 'kysely'
import { expect } from 'vitest'
import { addJob } from '#server/jobs/add-job.ts'
import type { TestApp } from '../test-app.ts'

export async function renewReport(app: TestApp): Promise<void> {
  await addJob(app.db, 'renew_platform_report', {})
  await app.work()
}

/** @throws where they differ. Returns how many quarters of an artist there are. */
export async function expectReportEqualsLedger(app: TestApp): Promise<number> {
  const [considerations, fees] = await readLedger(app)
  expect(await reportedConsiderations(app)).toEqual(considerations)
  expect(await reportedFees(app)).toEqual(fees)
  expect(await yearSums(app)).toEqual(await quarterSums(app))
  return considerations.length
}

type Row = Record<string, unknown>

async function readLedger({ db }: TestApp): Promise<[Row[], Row[]]> {
  // What an artist was paid moves money that was credited before, and so do its return and what pays a debt.
  const booked = sql`
    select extract(year from booked_at at time zone 'Europe/London')::int as year,
      extract(quarter from booked_at at time zone 'Europe/London')::int as quarter,
      case payments.subject_kind when 'order' then 'track' else 'commission' end as kind,
      account, ledger_entries.artist_id, ledger_entries.amount_pence as pence
    from ledger_entries
    join ledger_transactions on ledger_transactions.id = transaction_id
    join payments on payments.id = ledger_transactions.payment_id
    where fact !~ '^(transfer_settled|debt_closed|share_borne|owed_again|forgiven_again|netted|reversal_found|reversal_explained):'
      and not exists (
        select from balance_transactions
        where ledger_transaction_id = ledger_transactions.id and type in ('transfer', 'transfer_refund')
      )`
  const considerations = await sql<Row>`
    select year, quarter, kind, artist_id, -sum(pence)::int as pence
    from (${booked}) as booked
    where account in ('artist_payable', 'artist_receivable')
    group by year, quarter, kind, artist_id
    having sum(pence) <> 0
    order by year, quarter, kind, artist_id
  `.execute(db)
  const fees = await sql<Row>`
    select year, quarter, kind, -sum(pence)::int as pence
    from (${booked}) as booked
    where account in ('platform_commission', 'processing_fee')
    group by year, quarter, kind
    having sum(pence) <> 0
    order by year, quarter, kind
  `.execute(db)
  return [considerations.rows, fees.rows]
}

async function reportedConsiderations({ db }: TestApp): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select year::int, quarter::int, kind, artist_id, (credited_pence - taken_back_pence)::int as pence
    from platform_report_quarters
    where credited_pence <> taken_back_pence
    order by year, quarter, kind, artist_id
  `.execute(db)
  return rows
}

async function reportedFees({ db }: TestApp): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select year::int, quarter::int, kind, sum(fee_pence)::int as pence
    from platform_report_quarters
    group by year, quarter, kind
    having sum(fee_pence) <> 0
    order by year, quarter, kind
  `.execute(db)
  return rows
}

/** Services and licences together, of the years as they are listed. */
async function yearSums({ db }: TestApp): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select year::int, artist_id, service_sales + licence_sales as sales,
      (service_pence + licence_pence)::int as pence, (service_fee_pence + licence_fee_pence)::int as fee
    from platform_report_years
    order by year, artist_id
  `.execute(db)
  return rows
}

async function quarterSums({ db }: TestApp): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select year::int, artist_id, sum(sales)::int as sales,
      sum(credited_pence - taken_back_pence)::int as pence, sum(fee_pence)::int as fee
    from platform_report_quarters
    group by year, artist_id
    order by year, artist_id
  `.execute(db)
  return rows
}
