// Other recordings of the same song (rules/tracks/songs.ts).

import { sql, type RawBuilder } from 'kysely'
import type { Instrumentation } from '#rules/track-options.ts'

export type VersionRow = {
  id: string
  key_signature: string | null
  vocal_range: string | null
  is_higher: boolean
  is_lower: boolean
  instrumentation: Instrumentation
  price_pence: number
}

/**
 * A column for a query of `tracks`: the other versions of each, the most popular first. As JSON within that query,
 * because a statement of their own takes longer than finding them.
 */
export function versionsColumn(most: number): RawBuilder<VersionRow[]> {
  return sql<VersionRow[]>`(
    select coalesce(json_agg(json_build_object(
      'id', version.id, 'key_signature', version.key_signature, 'vocal_range', version.vocal_range,
      'is_higher', version.is_higher, 'is_lower', version.is_lower,
      'instrumentation', version.instrumentation, 'price_pence', version.price_pence
    ) order by found.popularity desc, found.created_at desc, found.track_id desc), '[]')
    from (
      select track_id, popularity, created_at from track_search
      where song_key = (select song_key from track_search as own where own.track_id = tracks.id)
        and track_id <> tracks.id
      order by popularity desc, created_at desc, track_id desc limit ${sql.lit(most)}
    ) found
    join tracks as version on version.id = found.track_id
  )`
}
