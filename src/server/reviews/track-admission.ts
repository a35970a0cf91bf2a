// Decides who may rate a track and comment on it.

import { sql, type SqlBool } from 'kysely'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { listedTracks } from '#server/tracks/listed-tracks.ts'

export type OnTrack = { userId: string; trackId: string }

export type RatingRules = {
  /** Only customers who own a track may rate it and comment on it. */
  ratingsNeedPurchase: boolean
}

/** Returns the track's artist. @throws Refusal not_found, own_track_rated, purchase_required */
export async function refuseUnlessOpen(db: Db, by: OnTrack, rules: RatingRules): Promise<string> {
  const { artistId, refusal } = await findAdmission(db, by, rules)
  if (refusal !== null) throw new Refusal(refusal)
  return artistId
}

/** @throws Refusal not_found */
export async function findAdmission(
  db: Db,
  { userId, trackId }: OnTrack,
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

export async function isListedTrack(db: Db, trackId: string): Promise<boolean> {
  const track = await listedTracks(db)
    .select('tracks.id')
    .where('tracks.id', '=', trackId)
    .executeTakeFirst()
  return track !== undefined
}
