// Tells the followers of an artist of a new track: a job in batches, because an artist may have a hundred thousand.

import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { publish } from '#server/events/site-events.ts'
import { listedTracks } from '#server/tracks/listed-tracks.ts'

/** An event of the database has room for their ids. */
const batchSize = 150

type NewTrack = { id: string; artist_id: string; created_at: Date }
/** The place of a follow in the list: its time to the microsecond, which a Date has not. */
type Place = { followed_at: string; follower_id: string }

/** Repeated, it goes on with the followers who were not told. Who follows later is not told. */
export async function notifyFollowers(
  db: Db,
  { trackId, signal }: { trackId: string; signal: AbortSignal },
): Promise<void> {
  const track = await listedTracks(db)
    .select(['tracks.id', 'tracks.artist_id', 'tracks.created_at'])
    .where('tracks.id', '=', trackId)
    .executeTakeFirst()
  if (!track) return
  let after: Place | null = null
  do {
    signal.throwIfAborted()
    after = await tellBatch(db, track, after)
  } while (after !== null)
}

/** Returns the last place of the batch; null after the last batch. */
function tellBatch(db: Db, track: NewTrack, after: Place | null): Promise<Place | null> {
  return db.transaction().execute(async (tx) => {
    const followers = await nextFollowers(tx, track, after)
    const last = followers.at(-1)
    if (!last) return null
    const told = await tx
      .insertInto('notifications')
      .values(
        followers.map(({ follower_id: userId }) => ({
          user_id: userId,
          kind: 'new_track' as const,
          key: `new_track:${track.id}`,
          actor_id: track.artist_id,
          track_id: track.id,
        })),
      )
      .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
      .returning('user_id')
      .execute()
    const userIds = told.map(({ user_id: userId }) => userId)
    if (userIds.length > 0) await publish(tx, { name: 'notificationsChanged', userIds })
    return last
  })
}

/** In the order of the index follows_artist, as long as they do not follow the artist later than the track is there. */
function nextFollowers(tx: Db, track: NewTrack, after: Place | null): Promise<Place[]> {
  return tx
    .selectFrom('follows')
    .innerJoin('users', 'users.id', 'follows.follower_id')
    .select([sql<string>`followed_at::text`.as('followed_at'), 'follower_id'])
    .where('follows.artist_id', '=', track.artist_id)
    .where('followed_at', '<=', track.created_at)
    .where('users.banned', '=', sql.lit(false))
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`followed_at <= ${after?.followed_at}::timestamptz and (
          followed_at < ${after?.followed_at}::timestamptz or follower_id > ${after?.follower_id}::uuid
        )`,
      ),
    )
    .orderBy('followed_at', 'desc')
    .orderBy('follower_id')
    .limit(batchSize)
    .execute()
}
