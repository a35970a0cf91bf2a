// Other recordings of the same song (rules/search/songs.ts).

import { sql, type RawBuilder } from 'kysely'
import type { Instrumentation } from '#rules/tracks/track-options.ts'

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
export function versionsColumn(max: number): RawBuilder<VersionRow[]> {
  return sql<VersionRow[]>`(
    select coalesce(json_agg(json_build_object(
      'id', version.id, 'key_signature', version.key_signature, 'vocal_range', version.vocal_range,
      'is_higher', version.is_higher, 'is_lower', version.is_lower,
      'instrumentation', version.instrumentation, 'price_pence', version.price_pence
    ) order by found.popularity desc, found.created_at desc, found.id desc), '[]')
    from (
      select listed_tracks.id, popularity, listed_tracks.created_at from listed_tracks
      where song = (select song from listed_tracks as own where own.id = tracks.id)
        and listed_tracks.id <> tracks.id
      order by popularity desc, listed_tracks.created_at desc, listed_tracks.id desc limit ${sql.lit(max)}
    ) found
    join tracks as version on version.id = found.id
  )`
}
