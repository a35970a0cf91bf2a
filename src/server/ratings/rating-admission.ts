// Decides who may rate a track and comment on it, and how often.

import { sql, type SqlBool } from 'kysely'
import { opinionLimits } from '#rules/rating-limits.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { lockAuthor } from '#server/accounts/customer-lock.ts'
import type { Db } from '#server/db/client.ts'
import { countUserAction } from '#server/db/count-attempts.ts'
import { listedTracks } from '#server/tracks/listed-tracks.ts'

export type Opinion = { userId: string; trackId: string }
type OpinionKind = keyof typeof opinionLimits

export type RatingRules = {
  /** Only customers who own a track may rate it and comment on it. */
  ratingsNeedPurchase: boolean
}

/** Before anything else. @throws Refusal rating_login_required, comment_login_required */
export function lockRater(tx: Db, userId: string, kind: OpinionKind): Promise<void> {
  return lockAuthor(
    tx,
    userId,
    kind === 'ratings' ? 'rating_login_required' : 'comment_login_required',
  )
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
