// Lists tracks: makes their rows of `listed_tracks` what they have to be, in the transaction of the write.

import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { publish } from '#server/events/site-events.ts'

/** So many ids are far below the 8,000 bytes of one event. */
const maxVersionsInEvent = 100

type ChangedTrack = {
  id: string
  name: 'trackListed' | 'trackChanged'
  /** Before the change: the versions of that song lose one. */
  formerSong?: string | undefined
}

/**
 * Lists a track as it is now, and tells every process that it has changed, with everything whose pages show it: a page has a
 * card of the track, or of another version of its song, or lists the tracks of its artist. After the change, in its
 * transaction, which has locked the artist and the track.
 */
export async function publishTrack(tx: Db, { id, name, formerSong }: ChangedTrack): Promise<void> {
  await listTracks(tx, [id])
  const { rows } = await sql<{ artist_id: string; versions: string[] }>`
    select artist_id, array(
      select listed_tracks.id from listed_tracks
      where listed_tracks.song in (${songOf}, ${formerSong ?? null}::uuid) and listed_tracks.id <> tracks.id
      order by listed_tracks.id
    ) as versions
    from tracks where id = ${id}
  `.execute(tx)
  const [track] = rows
  if (track === undefined) return
  for (let from = 0; from === 0 || from < track.versions.length; from += maxVersionsInEvent) {
    const versionIds = track.versions.slice(from, from + maxVersionsInEvent)
    await publish(tx, { name, trackId: id, artistId: track.artist_id, versionIds })
  }
}

/** The song of a row of `tracks`, as `listed_tracks` names it; also of a track that is not listed. */
export const songOf = sql<string>`md5(coalesce(tracks.song_key, tracks.song))::uuid`

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
