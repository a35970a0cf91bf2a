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
  if (trackIds.length === 0) return []
  const rows = await versionsOf(db, trackIds)
  return rows.flatMap(({ version_of, versions }) =>
    versions.map((version) => ({ version_of, ...version })),
  )
}

type VersionsRow = { version_of: string; versions: Omit<VersionRow, 'version_of'>[] }

/** As JSON: a list of ten tracks can have a hundred versions, and rows take long to read. */
const versionsOf = fixedQuery((db, trackIds: string[]) => ({
  compile: () =>
    sql<VersionsRow>`
      select track_search.track_id as version_of, json_agg(json_build_object(
        'id', tracks.id, 'key_signature', key_signature, 'vocal_range', vocal_range,
        'is_higher', is_higher, 'is_lower', is_lower, 'instrumentation', instrumentation,
        'price_pence', tracks.price_pence
      ) order by place) as versions
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
      group by track_search.track_id
    `.compile(db),
}))
