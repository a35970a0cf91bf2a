// Reads an artist's copies of the platform report.

import {
  reportFiguresSchema,
  reportOperatorSchema,
  type TaxReport,
} from '#contracts/tax-reports.ts'
import type { Db } from '#server/db/client.ts'

/** @param wanted.ofArtist null for admins, who read those of every artist */
export async function findCopy(
  db: Db,
  { id, ofArtist }: { id: string; ofArtist: string | null },
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
    .$if(ofArtist !== null, (query) => query.where('artist_id', '=', ofArtist ?? ''))
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
