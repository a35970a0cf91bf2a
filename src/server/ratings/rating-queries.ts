// What one user has said about a track.

import type { OwnOpinion } from '#contracts/ratings.ts'
import type { Db } from '#server/db/client.ts'
import { editableSince } from './comment-commands.ts'
import { findAdmission, type Opinion, type RatingRules } from './rating-admission.ts'

/** Of the newest comments; only very few users write as many on one track. */
const mostOwnComments = 500

/** @throws Refusal not_found */
export async function findOwnOpinion(
  db: Db,
  opinion: Opinion,
  rules: RatingRules,
): Promise<OwnOpinion> {
  const { userId, trackId } = opinion
  const { refusal } = await findAdmission(db, opinion, rules)
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
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostOwnComments)
    .execute()
  const since = editableSince()
  return {
    rating: rating ? { stars: rating.stars, ratedAt: rating.rated_at.toISOString() } : null,
    refusal,
    comments: comments.map(({ id, created_at: at }) => ({ id, canBeEdited: at > since })),
  }
}
