// A user's rating of a track, counted in the same transaction.

import { sql } from 'kysely'
import { reviewLimits } from '#rules/reviews/review-limits.ts'
import { lockAuthor } from '#server/accounts/customer-lock.ts'
import type { Db } from '#server/db/client.ts'
import { countUserAction } from '#server/db/count-attempts.ts'
import { notifyCollected } from '#server/notifications/notify.ts'
import { countRatings } from '#server/tracks/track-ratings.ts'
import { refuseUnlessOpen, type OnTrack, type RatingRules } from './track-admission.ts'

/** A second rating replaces the first. @throws Refusal not_found, own_track_rated, purchase_required, too_many_ratings */
export async function storeRating(
  db: Db,
  { userId, trackId, stars }: OnTrack & { stars: number },
  rules: RatingRules,
) {
  return db.transaction().execute(async (tx) => {
    await lockAuthor(tx, userId, 'rating_login_required')
    const artistId = await refuseUnlessOpen(tx, { userId, trackId }, rules)
    await limitRatings(tx, userId)
    const rating = { stars, rated_at: new Date() }
    const { is_first: isFirst } = await tx
      .insertInto('ratings')
      .values({ user_id: userId, track_id: trackId, ...rating })
      .onConflict((conflict) => conflict.columns(['track_id', 'user_id']).doUpdateSet(rating))
      // Of an updated row PostgreSQL returns the transaction that replaced the older one.
      .returning(sql<boolean>`xmax = 0`.as('is_first'))
      .executeTakeFirstOrThrow()
    if (isFirst) await tellOfRating(tx, { trackId, artistId, at: rating.rated_at })
    const { count: numOfRatings, sum } = await countRatings(tx, { trackId, artistId })
    return {
      rating: { stars, ratedAt: rating.rated_at.toISOString() },
      averageRating: sum / numOfRatings,
      numOfRatings,
    }
  })
}

/** In the transaction of the rating: a refused one is not counted. @throws Refusal too_many_ratings */
function limitRatings(tx: Db, userId: string): Promise<void> {
  const [kind, refusal] = ['ratings', 'too_many_ratings'] as const
  return countUserAction(tx, { kind, userId, limits: reviewLimits.ratings, refusal })
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
