// The rating and the comments of one user on a track.

import type { OwnReviews } from '#contracts/reviews/ratings.ts'
import type { Db } from '#server/db/client.ts'
import { editableSince } from './review-commands.ts'
import { findAdmission, type OnTrack, type RatingRules } from './track-admission.ts'

/** Of the newest comments; only very few users write as many on one track. */
const maxOwnComments = 500

/** @throws Refusal not_found */
export async function findOwnReviews(db: Db, by: OnTrack, rules: RatingRules): Promise<OwnReviews> {
  const { userId, trackId } = by
  const { refusal } = await findAdmission(db, by, rules)
  const rating = await db
    .selectFrom('ratings')
    .select(['stars', 'rated_at'])
    .where('user_id', '=', userId)
    .where('track_id', '=', trackId)
    .executeTakeFirst()
  const comments = await db
    .selectFrom('comments')
    .select(['id', 'created_at'])
    .where('user_id', '=', userId)
    .where('track_id', '=', trackId)
    .where('taken_down_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxOwnComments)
    .execute()
  const since = editableSince()
  return {
    rating: rating ? { stars: rating.stars, ratedAt: rating.rated_at.toISOString() } : null,
    refusal,
    comments: comments.map(({ id, created_at: at }) => ({ id, canBeEdited: at > since })),
  }
}
