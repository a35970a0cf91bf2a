// Finds the storage keys of a track's two files: the public preview, and the original for users entitled to it.

import type { Db } from '#server/db/client.ts'
import { listedTracks } from './listed-tracks.ts'

export function findListedPreview(db: Db, trackId: string) {
  return listedTracks(db)
    .select('tracks.preview_key')
    .where('tracks.id', '=', trackId)
    .executeTakeFirst()
}

/** The query checks the entitlement. It includes withdrawn tracks and tracks of banned artists. */
export function findEntitledOriginal(db: Db, entitlement: { userId: string; trackId: string }) {
  return db
    .selectFrom('entitlements')
    .innerJoin('tracks', 'tracks.id', 'entitlements.track_id')
    .select([
      'tracks.title',
      'tracks.original_key',
      'tracks.original_container',
      'tracks.original_sha256',
      'tracks.original_bytes',
    ])
    .where('entitlements.user_id', '=', entitlement.userId)
    .where('entitlements.track_id', '=', entitlement.trackId)
    .executeTakeFirst()
}
