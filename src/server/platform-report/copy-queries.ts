// Reads an artist's own copies of the platform report.

import {
  reportFiguresSchema,
  reportOperatorSchema,
  type TaxReport,
} from '#contracts/tax-reports.ts'
import type { Db } from '#server/db/client.ts'

export async function findCopies(db: Db, artistId: string) {
  const rows = await db
    .selectFrom('platform_report_copies')
    .select(['id', 'year', 'number', 'made_at'])
    .where('artist_id', '=', artistId)
    .orderBy('year', 'desc')
    .orderBy('number', 'desc')
    .execute()
  return rows.map(({ made_at: madeAt, ...row }) => ({ ...row, madeAt: madeAt.toISOString() }))
}

/** Null if there is none, or another artist's. */
export async function findCopy(
  db: Db,
  { id, artistId }: { id: string; artistId: string },
): Promise<TaxReport | null> {
  const row = await db
    .selectFrom('platform_report_copies as copies')
    .selectAll()
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('platform_report_copies as later')
            .select('later.id')
            .whereRef('later.artist_id', '=', 'copies.artist_id')
            .whereRef('later.year', '=', 'copies.year')
            .whereRef('later.number', '>', 'copies.number'),
        )
        .as('is_corrected'),
    )
    .where('id', '=', id)
    .where('artist_id', '=', artistId)
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    year: row.year,
    number: row.number,
    madeAt: row.made_at.toISOString(),
    isCorrected: Boolean(row.is_corrected),
    operator: reportOperatorSchema.parse(row.operator),
    accountId: row.provider_account_id,
    figures: reportFiguresSchema.parse(row.figures),
  }
}
