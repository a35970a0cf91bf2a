// Reads the platform report, as admins see it.

import { sql, type RawBuilder } from 'kysely'
import type { ReportedArtist, ReportedArtists } from '#contracts/admin/reporting.ts'
import { adminPageSize } from '#rules/admin/admin-search.ts'
import { missingAtProvider } from '#rules/platform-report/provider-fields.ts'
import { reportabilityOf } from '#rules/platform-report/report-rules.ts'
import { usualYear, type Quarter } from '#rules/platform-report/report-years.ts'
import type { Db } from '#server/db/client.ts'
import { nameOf } from '#server/db/user-name.ts'
import { pageAt } from '#server/db/paging.ts'

export type ReportSearch = { year: number; quarter?: Quarter | undefined }

type Figures = {
  service_sales: number
  service_pence: string
  service_fee_pence: string
  licence_sales: number
  licence_pence: string
  licence_fee_pence: string
}

export async function findReportedArtists(
  db: Db,
  { page, now, ...search }: Partial<ReportSearch> & { page: number; now: Date },
): Promise<ReportedArtists> {
  const year = search.year ?? usualYear(now)
  const chosen = { year, quarter: search.quarter }
  const { total, years, ...totals } = await findTotals(db, { ...chosen, now })
  const { paging, offset } = pageAt({ page, total, size: adminPageSize })
  const { rows } = await sql<ArtistRow>`
    with listed as materialized (
      select * from platform_report_years
      where year = ${year}
      order by (service_sales > 0) desc, service_pence desc, licence_pence desc, artist_id
      limit ${adminPageSize} offset ${offset}
    )
    select ${artistColumns}, shown.*
    from listed
    cross join lateral (${shownFigures(chosen)}) as shown
    ${withArtist}
    order by (listed.service_sales > 0) desc, listed.service_pence desc, listed.licence_pence desc, listed.artist_id
  `.execute(db)
  return {
    year,
    years,
    artists: rows.map(presentArtist),
    total,
    totals: presentBoth(totals),
    ...paging,
  }
}

/** Of the year the row is the sum; of a quarter there are up to two rows. */
function shownFigures({ year, quarter }: ReportSearch): RawBuilder<unknown> {
  if (quarter === undefined)
    return sql`
      select listed.service_sales, listed.service_pence, listed.service_fee_pence, listed.licence_sales,
        listed.licence_pence, listed.licence_fee_pence`
  return sql`
    select ${quarterSums}
    from platform_report_quarters
    where year = ${year} and artist_id = listed.artist_id and quarter = ${quarter}`
}

const sumOf = (kind: string, column: RawBuilder<unknown>) =>
  sql`coalesce(sum(${column}) filter (where kind = ${sql.lit(kind)}), 0)`
const consideration = sql`credited_pence - taken_back_pence`

const quarterSums = sql`
  ${sumOf('commission', sql`sales`)}::int as service_sales,
  ${sumOf('commission', consideration)} as service_pence,
  ${sumOf('commission', sql`fee_pence`)} as service_fee_pence,
  ${sumOf('track', sql`sales`)}::int as licence_sales,
  ${sumOf('track', consideration)} as licence_pence,
  ${sumOf('track', sql`fee_pence`)} as licence_fee_pence`

type Totals = Figures & { total: number; years: number[] }

/** All years since the first that was reported can be chosen. */
async function findTotals(db: Db, { year, quarter, now }: ReportSearch & { now: Date }) {
  const sums =
    quarter === undefined
      ? sql`
        select count(*)::int as total, coalesce(sum(service_sales), 0)::int as service_sales,
          coalesce(sum(service_pence), 0) as service_pence,
          coalesce(sum(service_fee_pence), 0) as service_fee_pence,
          coalesce(sum(licence_sales), 0)::int as licence_sales,
          coalesce(sum(licence_pence), 0) as licence_pence,
          coalesce(sum(licence_fee_pence), 0) as licence_fee_pence
        from platform_report_years where year = ${year}`
      : sql`
        select (select count(*)::int from platform_report_years where year = ${year}) as total, ${quarterSums}
        from platform_report_quarters where year = ${year} and quarter = ${quarter}`
  const { rows } = await sql<Totals>`
    select sums.*,
      array(
        select generate_series(
          greatest(${usualYear(now)}::int, (select max(year)::int from platform_report_years)),
          coalesce((select min(year)::int from platform_report_years), ${usualYear(now)}::int),
          -1
        )
      ) as years
    from (${sums}) as sums
  `.execute(db)
  // A statement of sums has one row.
  return rows[0] as Totals
}

type ArtistRow = Figures & {
  artist_id: string
  name: string
  deleted_at: Date | null
  banned: boolean
  provider_account_id: string | null
  todo: string[] | null
  year_service_sales: number
  year_service_pence: string
  copy_number: number | null
  copy_made_at: Date | null
}

/** The sums of the year of an artist of `listed`. */
const artistColumns = sql`
  listed.artist_id, ${nameOf()} as name, users.deleted_at, users.banned,
  payment_accounts.provider_account_id, payment_accounts.todo, listed.service_sales as year_service_sales,
  listed.service_pence as year_service_pence, copy.number as copy_number, copy.made_at as copy_made_at`

const withArtist = sql`
  join users on users.id = listed.artist_id
  left join payment_accounts on payment_accounts.user_id = listed.artist_id
  left join lateral (
    select number, made_at from platform_report_copies
    where platform_report_copies.artist_id = listed.artist_id and platform_report_copies.year = listed.year
    order by number desc
    limit 1
  ) as copy on true`

function presentArtist(row: ArtistRow): ReportedArtist {
  const { provider_account_id: accountId, copy_number: number, copy_made_at: madeAt } = row
  return {
    artist: {
      id: row.artist_id,
      name: row.name,
      isDeleted: row.deleted_at !== null,
      isBanned: row.banned,
    },
    accountId,
    missing: [...missingAtProvider({ accountId, todo: row.todo ?? [] })],
    reportability: reportabilityOf({
      sales: row.year_service_sales,
      pence: Number(row.year_service_pence),
    }),
    ...presentBoth(row),
    copy: number === null || madeAt === null ? null : { number, madeAt: madeAt.toISOString() },
  }
}

function presentBoth(row: Figures) {
  return {
    services: {
      sales: row.service_sales,
      considerationPence: Number(row.service_pence),
      feePence: Number(row.service_fee_pence),
    },
    licences: {
      sales: row.licence_sales,
      considerationPence: Number(row.licence_pence),
      feePence: Number(row.licence_fee_pence),
    },
  }
}
