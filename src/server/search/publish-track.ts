// Lists a track as it is now, and tells every process that it has changed, with everything whose pages show it: a page has a
// card of the track, or of another version of its song, or lists the tracks of its artist.

import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { publish } from '#server/events/site-events.ts'
import { listTracks } from './list-tracks.ts'

/** So many ids are far below the 8,000 bytes of one event. */
const maxVersionsInEvent = 100

type ChangedTrack = {
  id: string
  name: 'trackListed' | 'trackChanged'
  /** Before the change: the versions of that song lose one. */
  formerSong?: string | undefined
}

/** After the change, in its transaction, which has locked the artist and the track. */
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

/** What `listed_tracks` calls the song of a row of `tracks`, also of one that is not listed. */
export const songOf = sql<string>`md5(coalesce(tracks.song_key, tracks.song))::uuid`
