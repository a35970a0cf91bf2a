// Other recordings of the same song: the same title and original artist, in plain words.

import { sql } from 'kysely'
import type { Instrumentation } from '#rules/track-options.ts'
import type { Db } from '#server/db/client.ts'
import { fixedQuery } from '#server/db/fixed-query.ts'

const mostVersions = 12

export type VersionRow = {
  /** The track that this is another version of. */
  version_of: string
  id: string
  key_signature: string | null
  vocal_range: string | null
  is_higher: boolean
  is_lower: boolean
  instrumentation: Instrumentation
  price_pence: number
}

/** Of each of the tracks, the most popular first. */
export async function findVersions(db: Db, trackIds: string[]): Promise<VersionRow[]> {
  return trackIds.length === 0 ? [] : versionsOf(db, trackIds)
}

const versionsOf = fixedQuery((db, trackIds: string[]) => {
  const query = sql<VersionRow>`
    select track_search.track_id as version_of, tracks.id, key_signature, vocal_range, is_higher, is_lower,
      instrumentation, tracks.price_pence
    from track_search
    cross join lateral (
      select track_id, row_number() over () as place
      from (
        select track_id from track_search as other
        where other.song = track_search.song and other.track_id <> track_search.track_id
        order by popularity desc, created_at desc, track_id desc limit ${mostVersions}
      ) others
    ) version
    join tracks on tracks.id = version.track_id
    where track_search.track_id = any(${trackIds}::uuid[])
    order by track_search.track_id, place
  `
  return { compile: () => query.compile(db) }
})
