// Figures of the platform report as the nightly job writes them, for tests that need no sales.

import { sql } from 'kysely'
import type { SaleKind } from '#rules/sales/sale-process.ts'
import type { TestApp } from '../test-app.ts'

type Stored = {
  artistId: string
  year: number
  kind?: SaleKind
  quarter?: number
  sales?: number
  creditedPence?: number
}

/** By default one commission of the first quarter, for £40.00. */
export async function storeFigures(
  { db }: Pick<TestApp, 'db'>,
  { artistId, year, kind = 'commission', quarter = 1, sales = 1, creditedPence = 4000 }: Stored,
): Promise<void> {
  const fee_pence = Math.floor(creditedPence / 10) + 20 * sales
  await db
    .insertInto('platform_report_quarters')
    .values({
      year,
      quarter,
      artist_id: artistId,
      kind,
      sales,
      credited_pence: creditedPence,
      taken_back_pence: 0,
      fee_pence,
    })
    .execute()
  const [service, licence] = kind === 'commission' ? [1, 0] : [0, 1]
  await sql`
    insert into platform_report_years
    values (
      ${year}::int, ${artistId}::uuid, ${service}::int * ${sales}::int, ${service}::int * ${creditedPence}::int,
      ${service}::int * ${fee_pence}::int, ${licence}::int * ${sales}::int, ${licence}::int * ${creditedPence}::int,
      ${licence}::int * ${fee_pence}::int
    )
    on conflict (year, artist_id) do update set
      service_sales = platform_report_years.service_sales + excluded.service_sales,
      service_pence = platform_report_years.service_pence + excluded.service_pence,
      service_fee_pence = platform_report_years.service_fee_pence + excluded.service_fee_pence,
      licence_sales = platform_report_years.licence_sales + excluded.licence_sales,
      licence_pence = platform_report_years.licence_pence + excluded.licence_pence,
      licence_fee_pence = platform_report_years.licence_fee_pence + excluded.licence_fee_pence
  `.execute(db)
}

/** A copy of an artist's report; returns its id. */
export async function storeCopy(
  { db }: Pick<TestApp, 'db'>,
  {
    artistId,
    year,
    number = 1,
    madeAt = new Date(),
  }: { artistId: string; year: number; number?: number; madeAt?: Date },
): Promise<string> {
  const figures = [
    {
      quarter: 1,
      kind: 'commission',
      sales: 1,
      creditedPence: 4000,
      takenBackPence: 0,
      feePence: 420,
    },
    {
      quarter: 2,
      kind: 'track',
      sales: 3,
      creditedPence: 1500,
      takenBackPence: 500,
      feePence: 160,
    },
  ]
  const { id } = await db
    .insertInto('platform_report_copies')
    .values({
      artist_id: artistId,
      year,
      number,
      figures: JSON.stringify(figures),
      operator: JSON.stringify({ name: 'Undersong', address: ['1 Green Lane'] }),
      provider_account_id: null,
      made_at: madeAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** So many artists who never log in. Returns their ids in order. */
export async function storeArtists({ db }: Pick<TestApp, 'db'>, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_artist, at) => `Reported ${at}`)
  const rows = await db
    .insertInto('users')
    .values(
      names.map((name, at) => ({
        email: `reported-${at}@example.com`,
        username: name,
        username_key: name.toLowerCase(),
        role: 'artist' as const,
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id).toSorted()
}
