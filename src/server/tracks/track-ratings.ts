import { sql } from 'kysely'
import { refreshArtists } from '#server/counters/artist-counters.ts'
import type { Db } from '#server/db/client.ts'
import { publish } from '#server/events/site-events.ts'
import { listTracks } from '#server/search/list-tracks.ts'

/**
 * Counts a track's ratings again, as the last write of a transaction that changes them: into the track, by which lists sort
 * it, and into the figures of its artist.
 */
export async function countRatings(
  tx: Db,
  { trackId, artistId }: { trackId: string; artistId: string },
) {
  // Only a statement that begins under the lock counts what another transaction has just committed.
  await tx.selectFrom('tracks').select('id').where('id', '=', trackId).forNoKeyUpdate().execute()
  const ratings = sql`from ratings where track_id = tracks.id`
  const counted = await tx
    .updateTable('tracks')
    .set({
      rating_count: sql<number>`(select count(*) ${ratings})`,
      rating_sum: sql<number>`(select coalesce(sum(stars), 0) ${ratings})`,
    })
    .where('id', '=', trackId)
    .returning(['rating_count as count', 'rating_sum as sum'])
    .executeTakeFirstOrThrow()
  await listTracks(tx, [trackId])
  await refreshArtists(tx, 'ratings', [artistId])
  await publish(tx, { name: 'ratingsChanged', trackId, artistId })
  return counted
}
