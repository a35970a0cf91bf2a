// An artist is as popular as all their listed tracks together, which the suggestions of searches know already.

import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'

/** Small enough for a transaction of well under a second. */
const batchSize = 2_000

/** Runs hourly, after the popularity of tracks, and once after the demo has been seeded. */
export async function refreshArtistPopularity(db: Db, signal?: AbortSignal): Promise<void> {
  const refreshed = await refreshBatch(db)
  if (refreshed > 0 && !signal?.aborted) await refreshArtistPopularity(db, signal)
}

async function refreshBatch(db: Db): Promise<number> {
  const { rows } = await sql<{ refreshed: number }>`
    with outdated as (
      select artists.artist_id, coalesce(suggestions.popularity, 0) as popularity
      from artists left join suggestions on suggestions.kind = 'artist' and suggestions.id = artists.artist_id
      where artists.popularity <> coalesce(suggestions.popularity, 0)
      limit ${batchSize}
    ), locked as materialized (
      select artist_id from artists where artist_id in (select artist_id from outdated)
      order by artist_id for no key update
    ), refreshed as (
      update artists set popularity = outdated.popularity
      from outdated join locked using (artist_id)
      where artists.artist_id = outdated.artist_id
      returning artists.artist_id
    )
    select count(*)::integer as refreshed from refreshed
  `.execute(db)
  return rows[0]?.refreshed ?? 0
}
