// Queries of the catalogue.

import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { listedTracks, presentedColumns, sellableTracks } from './listed-tracks.ts'
import type { ListedTrack } from './track-presenter.ts'

/** In the order of the ids. A track that was withdrawn a moment ago is left out. */
export async function findListedTracks(db: Db, ids: string[]): Promise<ListedTrack[]> {
  if (ids.length === 0) return []
  const rows = await listedTracks(db)
    .select(presentedColumns)
    .where('tracks.id', 'in', ids)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Sellable tracks only. */
export function findTracksById(db: Db, ids: string[]) {
  if (ids.length === 0) return Promise.resolve([])
  return sellableTracks(db).select(presentedColumns).where('tracks.id', 'in', ids).execute()
}

export function findTrack(db: Db, id: string) {
  return listedTracks(db)
    .select([...presentedColumns, 'tracks.fine_waveform'])
    .where('tracks.id', '=', id)
    .executeTakeFirst()
}

export function findOwnTracks(db: Db, artistId: string) {
  return listedTracks(db)
    .leftJoin('track_statistics', 'track_statistics.track_id', 'tracks.id')
    .select([
      ...presentedColumns,
      sql<number>`coalesce(track_statistics.purchases, 0)`.as('purchases'),
      sql<number>`coalesce(track_statistics.downloads, 0)`.as('downloads'),
    ])
    .where('tracks.artist_id', '=', artistId)
    .orderBy('tracks.created_at', 'desc')
    .orderBy('tracks.id')
    .execute()
}

/** Newest first; the author's name is null once the account is gone. */
export function findComments(db: Db, trackId: string) {
  return db
    .selectFrom('comments')
    .leftJoin('users', 'users.id', 'comments.user_id')
    .select([
      'comments.id',
      'comments.text',
      'comments.created_at',
      'users.username',
      'users.avatar',
    ])
    .where('comments.track_id', '=', trackId)
    .orderBy('comments.created_at', 'desc')
    .orderBy('comments.id', 'desc')
    .limit(100)
    .execute()
}

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
