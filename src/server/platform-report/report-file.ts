// The platform report as a CSV file: a row for each artist, quarter and kind of sale.

import { sql } from 'kysely'
import {
  activityNames,
  considerationPence,
  isReportable,
  reportabilityOf,
  reportabilityReasons,
} from '#rules/platform-report/report-rules.ts'
import { missingAtProvider } from '#rules/platform-report/provider-fields.ts'
import { csvHead, csvRows, exactPounds, wholeNumberCell, type CsvColumn } from '#rules/csv.ts'
import type { SaleKind } from '#rules/sales/sale-process.ts'
import type { Db } from '#server/db/client.ts'
import { nameOf } from '#server/db/user-name.ts'
import type { ReportSearch } from './report-queries.ts'

type ReportRow = {
  year: number
  quarter: number
  artist_id: string
  name: string
  provider_account_id: string | null
  todo: string[] | null
  kind: SaleKind
  service_sales: number
  service_pence: string
  sales: number
  credited_pence: string
  taken_back_pence: string
  fee_pence: string
}

const pounds = (pence: string) => exactPounds(Number(pence))

/** What stands beside the services of a reportable artist is not reported. */
const reportabilityIn = (row: ReportRow) =>
  row.kind === 'track'
    ? 'licences'
    : reportabilityOf({ sales: row.service_sales, pence: Number(row.service_pence) })

const columns: readonly CsvColumn<ReportRow>[] = [
  { name: 'Year', cell: ({ year }) => wholeNumberCell(year) },
  { name: 'Quarter', cell: ({ quarter }) => wholeNumberCell(quarter) },
  { name: 'Artist', cell: (row) => row.artist_id },
  { name: 'Name on the site', cell: ({ name }) => name },
  { name: 'Account at the card provider', cell: (row) => row.provider_account_id },
  { name: 'Activity', cell: ({ kind }) => activityNames[kind] },
  { name: 'Reported', cell: (row) => (isReportable(reportabilityIn(row)) ? 'yes' : 'no') },
  { name: 'Reason', cell: (row) => reportabilityReasons[reportabilityIn(row)] },
  { name: 'Sales', cell: ({ sales }) => wholeNumberCell(sales) },
  { name: 'Credited (GBP)', cell: (row) => pounds(row.credited_pence) },
  { name: 'Taken back (GBP)', cell: (row) => pounds(row.taken_back_pence) },
  {
    name: 'Consideration (GBP)',
    cell: (row) =>
      exactPounds(
        considerationPence({
          creditedPence: Number(row.credited_pence),
          takenBackPence: Number(row.taken_back_pence),
        }),
      ),
  },
  { name: 'Fees and commissions (GBP)', cell: (row) => pounds(row.fee_pence) },
  {
    name: 'Missing at the card provider',
    cell: (row) =>
      missingAtProvider({ accountId: row.provider_account_id, todo: row.todo ?? [] }).join(', '),
  },
]

export function reportName({ year, quarter }: ReportSearch): string {
  return `Undersong platform report ${year}${quarter === undefined ? '' : ` Q${quarter}`}.csv`
}

export async function* reportFile(db: Db, search: ReportSearch): AsyncGenerator<string> {
  yield csvHead(columns)
  for await (const rows of readReport(db, search)) yield csvRows(columns, rows)
}

const artistsAtOnce = 2000
const beforeAll = '00000000-0000-0000-0000-000000000000'

/** In the order of the artists’ ids: each batch goes on after the last one. */
async function* readReport(db: Db, { year, quarter }: ReportSearch): AsyncGenerator<ReportRow[]> {
  let last = beforeAll
  for (;;) {
    const { rows: artists } = await sql<{ artist_id: string }>`
      select artist_id from platform_report_years
      where year = ${year} and artist_id > ${last}
      order by artist_id
      limit ${artistsAtOnce}
    `.execute(db)
    const ids = artists.map((artist) => artist.artist_id)
    const end = ids.at(-1)
    if (end === undefined) return
    last = end
    const { rows } = await sql<ReportRow>`
      select quarters.*, service_sales, service_pence, ${nameOf()} as name,
        provider_account_id, todo
      from platform_report_quarters as quarters
      join platform_report_years using (year, artist_id)
      join users on users.id = artist_id
      left join payment_accounts on payment_accounts.user_id = artist_id
      where year = ${year} and artist_id = any(${ids}) and (${quarter ?? null}::int is null or quarter = ${quarter ?? null})
      order by artist_id, quarter, kind
    `.execute(db)
    yield rows
  }
}
