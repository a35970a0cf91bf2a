// A user's rating of a track. The database counts it into the track and its row of the catalogue in the same transaction,
// and publishes `ratingsChanged` (migration 0019).

import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { notifyCollected } from '#server/notifications/notify.ts'
import {
  countOpinion,
  lockRater,
  refuseUnlessOpen,
  type Opinion,
  type RatingRules,
} from './rating-admission.ts'

/** A second rating replaces the first. @throws Refusal not_found, own_track_rated, purchase_required, too_many_ratings */
export async function storeRating(
  db: Db,
  { userId, trackId, stars }: Opinion & { stars: number },
  rules: RatingRules,
) {
  return db.transaction().execute(async (tx) => {
    await lockRater(tx, userId, 'ratings')
    const artistId = await refuseUnlessOpen(tx, { userId, trackId }, rules)
    await countOpinion(tx, userId, 'ratings')
    const rating = { stars, rated_at: new Date() }
    const { is_first: isFirst } = await tx
      .insertInto('ratings')
      .values({ user_id: userId, track_id: trackId, ...rating })
      .onConflict((conflict) => conflict.columns(['track_id', 'user_id']).doUpdateSet(rating))
      // Of an updated row PostgreSQL returns the transaction that replaced the older one.
      .returning(sql<boolean>`xmax = 0`.as('is_first'))
      .executeTakeFirstOrThrow()
    if (isFirst) await tellOfRating(tx, { trackId, artistId, at: rating.rated_at })
    const { rating_count: numOfRatings, rating_sum: sum } = await tx
      .selectFrom('tracks')
      .select(['rating_count', 'rating_sum'])
      .where('id', '=', trackId)
      .executeTakeFirstOrThrow()
    return {
      rating: { stars, ratedAt: rating.rated_at.toISOString() },
      averageRating: sum / numOfRatings,
      numOfRatings,
    }
  })
}

/** The ratings that a track gets on a day are one notification, which does not name who rated. */
async function tellOfRating(
  tx: Db,
  { trackId, artistId, at }: { trackId: string; artistId: string; at: Date },
): Promise<void> {
  const day = at.toISOString().slice(0, 10)
  const key = `rating:${trackId}:${day}`
  await notifyCollected(tx, { kind: 'rating', trackId, to: artistId, key })
}
