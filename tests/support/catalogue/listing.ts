// Lists of the catalogue through the API, as a visitor requests them.

import { sql } from 'kysely'
import { trackListSchema, type FilterHits, type TrackList } from '#contracts/catalogue.ts'
import type { Db } from '#server/db/client.ts'
import { storeBan } from '#server/admin/ban-commands.ts'
import { plainDescription, type TestApp } from '../test-app.ts'

export async function listTracks(app: TestApp, params: Record<string, string> = {}) {
  const response = await app.call(
    `GET /public/tracks/query?${new URLSearchParams(params).toString()}`,
  )
  return trackListSchema.parse(response.json())
}

export const titlesIn = ({ tracks }: TrackList) => tracks.map(({ title }) => title)

export async function filterHits(app: TestApp, params: Record<string, string> = {}) {
  const response = await app.call(
    `GET /public/tracks/filters?${new URLSearchParams(params).toString()}`,
  )
  const { filters } = response.json<{ filters: FilterHits }>()
  return new Map(
    filters.flatMap(({ name, choices }) =>
      choices.map(({ value, hits }) => [`${name}=${value}`, hits] as const),
    ),
  )
}

/** A track with none of the facets that a filter could ask for beyond what every track has. */
export const plainTrack = {
  ...plainDescription,
  genre: null,
  vocalRange: null,
  keySignature: null,
} as const

/** Copies of a track, each with a title, price and age of its own. */
export async function copyTrack(db: Db, trackId: string, copies: number): Promise<void> {
  await sql`
    insert into tracks (
      id, artist_id, title, original_artist, description, price_pence, format, instrumentation, genre, vocal_range,
      key_signature, original_key, original_name, original_container, original_bytes, original_sha256, codec,
      sample_rate_hz, channels, duration_ms, loudness_lufs, loudness_range_lu, peaks, preview_key, preview_ms,
      waveform, fine_waveform, search_text, song, created_at
    )
    select gen_random_uuid(), artist_id, title || ' ' || copy, original_artist, description, 100 + copy % 300, format,
      instrumentation, genre, vocal_range, key_signature, 'copy of original ' || copy, original_name,
      original_container, original_bytes, original_sha256, codec, sample_rate_hz, channels, duration_ms, loudness_lufs,
      loudness_range_lu, peaks, 'copy of preview ' || copy, preview_ms, waveform, fine_waveform,
      search_text || ' ' || copy, song || ' ' || copy, created_at - copy % 700 * interval '1 hour'
    from tracks, generate_series(1, ${copies}::integer) as copy
    where id = ${trackId}
  `.execute(db)
  await sql`select list_tracks(array(select id from tracks))`.execute(db)
}

/** As an admin does. */
export function ban(db: Db, userId: string, banned = true): Promise<void> {
  return db.transaction().execute((tx) => storeBan(tx, { userId, banned }))
}
