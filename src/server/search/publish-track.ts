// Tells every process that a track has changed, with everything whose pages show it: a page has a card of the track, or of
// another version of its song, or lists the tracks of its artist.

import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { publish } from '#server/events/site-events.ts'

/** So many ids are far below the 8,000 bytes of one event. */
const mostVersionsInEvent = 100

type ChangedTrack = {
  id: string
  name: 'trackListed' | 'trackChanged'
  /** Before the change: the versions of that song lose one. */
  formerSong?: string | undefined
}

/** After the change, in its transaction. */
export async function publishTrack(tx: Db, { id, name, formerSong }: ChangedTrack): Promise<void> {
  const { rows } = await sql<{ artist_id: string; versions: string[] }>`
    select artist_id, array(
      select track_id from track_search
      where song_key in (${songOf}, ${formerSong ?? null}::uuid) and track_id <> tracks.id
      order by track_id
    ) as versions
    from tracks where id = ${id}
  `.execute(tx)
  const [track] = rows
  if (track === undefined) return
  for (let from = 0; from === 0 || from < track.versions.length; from += mostVersionsInEvent) {
    const versionIds = track.versions.slice(from, from + mostVersionsInEvent)
    await publish(tx, { name, trackId: id, artistId: track.artist_id, versionIds })
  }
}

/** What `track_search` calls the song of a row of `tracks`, also of one that is not listed. */
export const songOf = sql<string>`md5(coalesce(tracks.song_key, tracks.song))::uuid`
