import { countRatings } from '#server/tracks/track-ratings.ts'
import type { Db } from '#server/db/client.ts'

/** Ratings by any users, without the rules and limits of the command, counted as it counts them. */
export async function addRatings(
  db: Db,
  trackId: string,
  given: { userId: string; stars: number }[],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const ratings = given.map(({ userId, stars }) => ({
      track_id: trackId,
      user_id: userId,
      stars,
    }))
    await tx.insertInto('ratings').values(ratings).execute()
    const { artist_id: artistId } = await tx
      .selectFrom('tracks')
      .select('artist_id')
      .where('id', '=', trackId)
      .executeTakeFirstOrThrow()
    await countRatings(tx, { trackId, artistId })
  })
}
