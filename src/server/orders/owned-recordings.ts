// The recordings that a user may download and play in full: bought tracks, and the recordings of approved commissions.

import type { Db } from '#server/db/client.ts'

/** The id is that of the track or of the commission. */
export type Owned = { userId: string; trackId: string }

export function findOwnedOriginal(db: Db, { userId, trackId: id }: Owned) {
  return db
    .selectFrom('owned_recordings')
    .select(['title', 'original_key', 'original_container', 'original_sha256', 'original_bytes'])
    .select(['codec', 'duration_ms', 'track_id', 'commission_id'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
}
