// Decides who may rate a track and comment on it, and how often.

import { sql, type SqlBool } from 'kysely'
import { opinionLimits } from '#rules/rating-limits.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { countUserAction } from '#server/db/count-attempts.ts'
import { listedTracks } from '#server/tracks/listed-tracks.ts'

export type Opinion = { userId: string; trackId: string }
type OpinionKind = keyof typeof opinionLimits

export type RatingRules = {
  /** Only customers who own a track may rate it and comment on it. */
  ratingsNeedPurchase: boolean
}

/**
 * Locks the user's row before anything else, like accounts/customer-lock.ts, so that simultaneous calls of one user are
 * counted correctly and an account is not deleted meanwhile.
 * @throws Refusal rating_login_required, comment_login_required when it has just been deleted
 */
export async function lockAuthor(tx: Db, userId: string, kind: OpinionKind): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (user) return
  throw new Refusal(kind === 'ratings' ? 'rating_login_required' : 'comment_login_required')
}

/** Returns the track's artist. @throws Refusal not_found, own_track_rated, purchase_required */
export async function refuseUnlessOpen(
  db: Db,
  opinion: Opinion,
  rules: RatingRules,
): Promise<string> {
  const { artistId, refusal } = await findAdmission(db, opinion, rules)
  if (refusal !== null) throw new Refusal(refusal)
  return artistId
}

/** @throws Refusal not_found */
export async function findAdmission(
  db: Db,
  { userId, trackId }: Opinion,
  { ratingsNeedPurchase }: RatingRules,
): Promise<{ artistId: string; refusal: 'own_track_rated' | 'purchase_required' | null }> {
  const track = await listedTracks(db)
    .select([
      'tracks.artist_id',
      sql<SqlBool>`exists (
        select from entitlements where user_id = ${userId} and track_id = tracks.id
      )`.as('is_owned'),
    ])
    .where('tracks.id', '=', trackId)
    .executeTakeFirst()
  if (!track) throw new Refusal('not_found')
  const { artist_id: artistId, is_owned: isOwned } = track
  if (artistId === userId) return { artistId, refusal: 'own_track_rated' }
  return { artistId, refusal: ratingsNeedPurchase && !isOwned ? 'purchase_required' : null }
}

/** In the transaction of the change: a refused change is not counted. @throws Refusal too_many_ratings, too_many_comments */
export async function countOpinion(tx: Db, userId: string, kind: OpinionKind): Promise<void> {
  const refusal = kind === 'ratings' ? 'too_many_ratings' : 'too_many_comments'
  await countUserAction(tx, { kind, userId, limits: opinionLimits[kind], refusal })
}
