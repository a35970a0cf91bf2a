// Fills the read model at once. The app's own writes and its rebuild go track by track, which takes an hour for a million.

import { sql } from 'kysely'
import type { Db } from '../../src/server/db/client.ts'
import { placePageFences } from '../../src/server/search/page-fences.ts'

/**
 * For an empty read model and a connection without timeouts, after tracks were copied into the database without the
 * triggers. The rows are stored in the order of popularity, in which searches read most of them.
 */
export async function fillTrackSearch(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const indexes = await sql<{ name: string; definition: string }>`
      select indexname as name, indexdef as definition from pg_indexes
      where tablename = 'track_search' and indexname <> 'track_search_pkey'
    `.execute(tx)
    // An index of many rows is faster to make than to fill row by row, and so are the suggestions, which read the indexes.
    await sql`alter table track_search disable trigger listed_rows_are_suggested`.execute(tx)
    for (const { name } of indexes.rows) await sql`drop index ${sql.id(name)}`.execute(tx)
    await sql`
      insert into track_search select * from listed_tracks
      order by popularity desc, created_at desc, track_id desc
    `.execute(tx)
    for (const { definition } of indexes.rows) await sql.raw(definition).execute(tx)
    await sql`analyze track_search`.execute(tx)
    await sql`select suggest_everything()`.execute(tx)
    await sql`alter table track_search enable trigger listed_rows_are_suggested`.execute(tx)
    await sql`select fold_search_changes()`.execute(tx)
    await sql`analyze facet_counts, search_lexicon`.execute(tx)
  })
  await placePageFences(db)
}
