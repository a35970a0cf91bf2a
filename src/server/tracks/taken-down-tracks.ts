// Tracks that an admin withdraws, and lists again: their artists cannot restore them. The caller's transaction records it.

import { sql } from 'kysely'
import { refreshArtists } from '#server/counters/artist-counters.ts'
import type { Db } from '#server/db/client.ts'
import { publishTrack } from '#server/search/list-tracks.ts'
import { lockArtist } from './track-commands.ts'

/** Tracks that are not sold whatever a customer has begun: taken down, or of a banned artist. A withdrawal is no reason. */
export function unavailableTracks(db: Db) {
  return db
    .selectFrom('tracks')
    .innerJoin('users', 'users.id', 'tracks.artist_id')
    .where((eb) =>
      eb.or([eb('tracks.taken_down_at', 'is not', null), eb('users.banned', '=', true)]),
    )
}

type Changed = { artistId: string; title: string }

/** Undefined if nothing has changed. */
export async function takeDown(tx: Db, trackId: string): Promise<Changed | undefined> {
  if (!(await lockTrack(tx, trackId))) return undefined
  const taken = await tx
    .updateTable('tracks')
    // One time for both, so that a track that its artist withdrew before is withdrawn again when it is put back.
    .set({ withdrawn_at: sql`coalesce(withdrawn_at, now())`, taken_down_at: sql`now()` })
    .where('id', '=', trackId)
    .where('taken_down_at', 'is', null)
    .returning(['artist_id as artistId', 'title'])
    .executeTakeFirst()
  if (taken) await publishListing(tx, trackId, taken)
  return taken
}

/** Listed again unless its artist had withdrawn it. Undefined if nothing has changed. */
export async function putBack(tx: Db, trackId: string): Promise<Changed | undefined> {
  if (!(await lockTrack(tx, trackId))) return undefined
  const back = await tx
    .updateTable('tracks')
    .set({
      withdrawn_at: sql`case when withdrawn_at < taken_down_at then withdrawn_at end`,
      taken_down_at: null,
    })
    .where('id', '=', trackId)
    .where('taken_down_at', 'is not', null)
    .returning(['artist_id as artistId', 'title'])
    .executeTakeFirst()
  if (back) await publishListing(tx, trackId, back)
  return back
}

async function publishListing(tx: Db, id: string, { artistId }: Changed): Promise<void> {
  await publishTrack(tx, { name: 'trackChanged', id })
  await refreshArtists(tx, 'tracks', [artistId])
}

/** Returns whether it has changed. */
export async function setQuality(
  tx: Db,
  { trackId, isValidated }: { trackId: string; isValidated: boolean },
): Promise<boolean> {
  if (!(await lockTrack(tx, trackId))) return false
  const changed = await tx
    .updateTable('tracks')
    .set({ quality_validated: isValidated })
    .where('id', '=', trackId)
    .where('quality_validated', '=', !isValidated)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) return false
  await publishTrack(tx, { name: 'trackChanged', id: trackId })
  return true
}

/** The artist before the track, as in every write of tracks. Returns whether there is such a track. */
export async function lockTrack(tx: Db, trackId: string): Promise<boolean> {
  const track = await tx
    .selectFrom('tracks')
    .select('artist_id')
    .where('id', '=', trackId)
    .executeTakeFirst()
  if (!track) return false
  await lockArtist(tx, track.artist_id)
  await tx
    .selectFrom('tracks')
    .select('id')
    .where('id', '=', trackId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return true
}
