// Computes the search columns of many tracks again and stores those that differ.

import { sql } from 'kysely'
import type { Genre } from '#rules/track-options.ts'
import type { VocalRange } from '#rules/vocal-range.ts'
import type { Db } from '#server/db/client.ts'
import { searchColumns } from './search-columns.ts'

/** Those of an artist, or those with the ids. The tracks are locked until the transaction ends. */
export async function refreshSearchColumns(
  tx: Db,
  which: { artistId: string } | { ids: string[] },
): Promise<void> {
  const rows = await tx
    .selectFrom('tracks')
    .innerJoin('users', 'users.id', 'tracks.artist_id')
    .select([
      'tracks.id',
      'title',
      'original_artist as originalArtist',
      'format',
      'instrumentation',
      // The contract limits what is stored; any other text has no facet.
      sql<Genre | null>`genre`.as('genre'),
      sql<VocalRange | null>`vocal_range`.as('vocalRange'),
      'key_signature as keySignature',
      'is_higher as isHigher',
      'is_lower as isLower',
      'quality_validated as qualityValidated',
      'tempo_bpm as tempoBpm',
      'users.username',
      'users.display_name as displayName',
      'facets',
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
    .map((row) => ({ row, fresh: searchColumns(row, row) }))
    .filter(
      ({ row, fresh }) =>
        row.facets !== fresh.facets ||
        row.song !== fresh.song ||
        row.song_key !== fresh.song_key ||
        row.search_text !== fresh.search_text,
    )
  if (changed.length === 0) return
  await sql`
    update tracks set facets = fresh.facets, song = fresh.song, song_key = fresh.song_key, search_text = fresh.search_text
    from unnest(
      ${changed.map(({ row }) => row.id)}::uuid[],
      ${changed.map(({ fresh }) => fresh.facets)}::integer[],
      ${changed.map(({ fresh }) => fresh.song)}::text[],
      ${changed.map(({ fresh }) => fresh.song_key)}::text[],
      ${changed.map(({ fresh }) => fresh.search_text)}::text[]
    ) as fresh (id, facets, song, song_key, search_text)
    where tracks.id = fresh.id
  `.execute(tx)
}
