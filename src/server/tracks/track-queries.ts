// Queries of the catalogue.

import { sql, type SqlBool } from 'kysely'
import { mostVersionsOnCard, mostVersionsOnPage } from '#rules/track-options.ts'
import type { Db } from '#server/db/client.ts'
import { fixedQuery } from '#server/db/fixed-query.ts'
import { versionsColumn, type VersionRow } from '#server/search/find-versions.ts'
import { listedTracks, presentedColumns, sellableTracks } from './listed-tracks.ts'
import type { ListedTrack } from './track-presenter.ts'

/** A card tells that there are more than it links to. */
const versionsInLists = versionsColumn(mostVersionsOnCard + 1).as('versions')

const listedByIds = fixedQuery((db, ids: string[]) =>
  listedTracks(db)
    .select([...presentedColumns, versionsInLists])
    .where(isOneOf(ids)),
)

type WithVersions = ListedTrack & { versions: VersionRow[] }

/** In the order of the ids. A track that was withdrawn a moment ago is left out. */
export async function findListedTracks(db: Db, ids: string[]): Promise<WithVersions[]> {
  if (ids.length === 0) return []
  const rows = await listedByIds(db, ids)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Sellable tracks only. */
export const findTracksById = fixedQuery((db, ids: string[]) =>
  sellableTracks(db).select(presentedColumns).where(isOneOf(ids)),
)

/** One value, so that the statement is the same for any number of ids. */
function isOneOf(ids: string[]) {
  return sql<SqlBool>`tracks.id = any(${ids}::uuid[])`
}

const listedById = fixedQuery((db, id: string) =>
  listedTracks(db)
    .select([
      ...presentedColumns,
      'tracks.fine_waveform',
      versionsColumn(mostVersionsOnPage).as('versions'),
    ])
    .where('tracks.id', '=', id),
)

export async function findTrack(db: Db, id: string) {
  const [track] = await listedById(db, id)
  return track
}

export function findCoverSubject(db: Db, trackId: string) {
  return listedTracks(db)
    .select(['tracks.id', 'tracks.artist_id', 'tracks.instrumentation', 'tracks.key_signature'])
    .where('tracks.id', '=', trackId)
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
export const findComments = fixedQuery((db, trackId: string) =>
  db
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
    .limit(100),
)

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
