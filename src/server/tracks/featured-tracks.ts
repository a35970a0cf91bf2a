// Tracks that admins put at the head of the home page's list. The caller's transaction records it.

import { sql } from 'kysely'
import { queryTracks } from '#contracts/catalogue.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { homeTracks, maxFeaturedTracks } from '#rules/tracks/featured-tracks.ts'
import type { Db, Search } from '#server/db/client.ts'
import { publish } from '#server/events/site-events.ts'
import { findTracks } from '#server/search/find-tracks.ts'
import { listedTracks, presentedColumns } from './listed-tracks.ts'
import { findListedTracks, versionsInLists } from './track-queries.ts'

/** The featured tracks, then the most popular of the others. */
export async function findHomeTracks({ db, search }: { db: Db; search: Search }) {
  const featured = await findFeaturedTracks(db)
  const query = queryTracks.input.parse({ limit: homeTracks })
  const popular = await search((searchDb) => findTracks(searchDb, query))
  const ids = new Set(featured.map(({ id }) => id))
  const others = await findListedTracks(
    db,
    popular.ids.filter((id) => !ids.has(id)),
  )
  return { tracks: [...featured, ...others].slice(0, homeTracks), featured: featured.length }
}

/** The latest first. One that is listed no more keeps its place, but is not shown. */
function findFeaturedTracks(db: Db) {
  return listedTracks(db)
    .innerJoin('featured_tracks', 'featured_tracks.track_id', 'tracks.id')
    .select([...presentedColumns, versionsInLists])
    .orderBy('featured_tracks.featured_at', 'desc')
    .orderBy('tracks.id')
    .execute()
}

/** Returns whether it has changed. @throws Refusal track_not_listed, too_many_featured */
export async function feature(tx: Db, trackId: string): Promise<boolean> {
  // Two admins who feature a track at the same time count one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended('featured tracks', 0))`.execute(tx)
  const featured = await tx.selectFrom('featured_tracks').select('track_id').execute()
  if (featured.some(({ track_id: id }) => id === trackId)) return false
  const listed = await listedTracks(tx)
    .select('tracks.id')
    .where('tracks.id', '=', trackId)
    .executeTakeFirst()
  if (!listed) throw new Refusal('track_not_listed')
  if (featured.length >= maxFeaturedTracks) throw new Refusal('too_many_featured')
  await tx.insertInto('featured_tracks').values({ track_id: trackId }).execute()
  await publish(tx, { name: 'featuredTracksChanged' })
  return true
}

/** Returns whether it has changed. */
export async function endFeaturing(tx: Db, trackId: string): Promise<boolean> {
  const ended = await tx
    .deleteFrom('featured_tracks')
    .where('track_id', '=', trackId)
    .executeTakeFirst()
  if (ended.numDeletedRows === 0n) return false
  await publish(tx, { name: 'featuredTracksChanged' })
  return true
}
