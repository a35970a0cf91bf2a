// Searches and filters read these columns, which are computed from the track.

import { sql } from 'kysely'
import { facetsOf, type FacetedTrack } from '#rules/search/facets.ts'
import { songKey, songWords } from '#rules/search/songs.ts'
import { searchWords } from '#rules/search/search-words.ts'
import type { Db } from '#server/db/client.ts'

export type SearchableTrack = FacetedTrack & { title: string; originalArtist: string }

/** The artist's names by which a search finds the tracks. */
export type SearchableArtist = { username: string; displayName: string | null }

/** Columns of `tracks`. The database copies them to `listed_tracks` while the track is listed. */
export function searchColumns(track: SearchableTrack, artist: SearchableArtist) {
  const { title, originalArtist } = track
  const names = [artist.username, artist.displayName ?? '']
  const words = searchWords([title, originalArtist, ...names].join(' '))
  return {
    ...facetsOf(track),
    song: songWords(track),
    song_key: songKey(track),
    search_text: [...new Set(words)].join(' '),
  }
}

/**
 * Computes those of many tracks again and stores those that differ: the tracks of an artist, or those with the ids. They are
 * locked until the transaction ends.
 */
export async function refreshSearchColumns(
  tx: Db,
  which: { artistId: string } | { ids: readonly string[] },
): Promise<void> {
  const rows = await tx
    .selectFrom('tracks')
    .innerJoin('users', 'users.id', 'tracks.artist_id')
    .select([
      'tracks.id',
      'title',
      'original_artist as originalArtist',
      'key_signature as keySignature',
      'tempo_bpm as tempoBpm',
      'users.username',
      'users.display_name as displayName',
      'pitch',
      'mode',
      'tempo_band',
      'song',
      'song_key',
      'search_text',
    ])
    .where((eb) =>
      'ids' in which
        ? eb('tracks.id', '=', sql<string>`any(${which.ids}::uuid[])`)
        : eb('tracks.artist_id', '=', which.artistId),
    )
    .orderBy('tracks.id')
    .forNoKeyUpdate('tracks')
    .execute()
  const changed = rows
    .map((row) => ({ id: row.id, row, fresh: searchColumns(row, row) }))
    .filter(({ row, fresh }) => columns.some((column) => row[column] !== fresh[column]))
  if (changed.length === 0) return
  const values = columns.map((column) => sql`${changed.map(({ fresh }) => fresh[column])}::text[]`)
  await sql`
    update tracks set ${sql.join(columns.map((column) => sql`${sql.ref(column)} = fresh.${sql.ref(column)}`))}
    from unnest(${changed.map(({ id }) => id)}::uuid[], ${sql.join(values)})
      as fresh (id, ${sql.join(columns.map((column) => sql.ref(column)))})
    where tracks.id = fresh.id
  `.execute(tx)
}

const columns = ['pitch', 'mode', 'tempo_band', 'song', 'song_key', 'search_text'] as const
