// Lists tracks: makes their rows of `listed_tracks` what they have to be, in the transaction of the write.

import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'

/** The caller has locked the artists and the tracks. */
export async function listTracks(tx: Db, ids: readonly string[]): Promise<void> {
  await sql`select list_tracks(${ids}::uuid[])`.execute(tx)
}

export async function listTracksOfArtist(tx: Db, artistId: string): Promise<void> {
  await sql`select list_tracks(array(select id from tracks where artist_id = ${artistId}))`.execute(
    tx,
  )
}

/**
 * Of an artist who is banned or leaves. Before a write of the artist's own row, which ratings lock after those of the tracks
 * (decision 0063).
 */
export async function unlistTracksOfArtist(tx: Db, artistId: string): Promise<void> {
  await lockArtist(tx, artistId)
  await lockListedTracks(tx, artistId)
  await tx.deleteFrom('listed_tracks').where('artist_id', '=', artistId).execute()
}

/** Before a write of all tracks of an artist, and of the artist's own row. */
export async function lockTracksOfArtist(tx: Db, artistId: string): Promise<void> {
  await lockArtist(tx, artistId)
  await sql`select from tracks where artist_id = ${artistId} order by id for no key update`.execute(
    tx,
  )
  await lockListedTracks(tx, artistId)
}

/** First of all, as in every write of a track. */
async function lockArtist(tx: Db, artistId: string): Promise<void> {
  await sql`select from users where id = ${artistId} for no key update`.execute(tx)
}

/** In the order of the ids, as in every write of several rows: the other order would wait for it, and it for the other. */
async function lockListedTracks(tx: Db, artistId: string): Promise<void> {
  await sql`
    select from listed_tracks where artist_id = ${artistId} order by id for update
  `.execute(tx)
}

/** Of an artist with another name, in its transaction, after the artist's row. */
export async function renameSuggestedArtist(tx: Db, artistId: string): Promise<void> {
  await sql`
    update suggestions set name = artists.name, words = artists.name_words
    from artists where kind = 'artist' and suggestions.id = artist_id and artist_id = ${artistId}
  `.execute(tx)
}
