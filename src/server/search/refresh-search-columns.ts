// Computes the search columns of many tracks again and stores those that differ.

import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { searchColumns } from './search-columns.ts'

/** Those of an artist, or those with the ids. The tracks are locked until the transaction ends. */
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
