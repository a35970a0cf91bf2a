// Queries of the catalogue.

import { sql, type SqlBool } from 'kysely'
import { maxVersionsOnCard, maxVersionsOnPage } from '#rules/tracks/track-options.ts'
import type { Db } from '#server/db/client.ts'
import { fixedQuery } from '#server/db/fixed-query.ts'
import { versionsColumn } from '#server/search/find-versions.ts'
import { listedTracks, presentedColumns, sellableTracks } from './listed-tracks.ts'

/** A card tells that there are more than it links to. */
export const versionsInLists = versionsColumn(maxVersionsOnCard + 1).as('versions')

const listedTracksById = fixedQuery((db, ids: string[]) =>
  listedTracks(db)
    .select([...presentedColumns, versionsInLists])
    .where(isOneOf(ids))
    .orderBy(sql`array_position(${ids}::uuid[], tracks.id)`),
)

/** What lists show of their tracks, in the order of the ids. A track that is listed no more is left out. */
export async function findListedTracks(db: Db, ids: string[]) {
  return ids.length === 0 ? [] : listedTracksById(db, ids)
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
      'tracks.key_stated',
      'tracks.licence_document_id',
      versionsColumn(maxVersionsOnPage).as('versions'),
    ])
    .where('tracks.id', '=', id),
)

export async function findTrack(db: Db, id: string) {
  const [track] = await listedById(db, id)
  return track
}

/** What the pictures of a track show. */
const pictureColumns = [
  'tracks.id',
  'tracks.artist_id as artistId',
  'tracks.instrumentation',
  'tracks.key_signature as keySignature',
  'tracks.title',
  'tracks.original_artist as originalArtist',
  'users.display_name as displayName',
  'users.username',
] as const

export function findPictureSubject(db: Db, trackId: string) {
  return listedTracks(db).select(pictureColumns).where('tracks.id', '=', trackId).executeTakeFirst()
}

/** Of a track that the user sells or has bought, also when it is listed no more. */
export function findKeptPictureSubject(db: Db, kept: { trackId: string; userId: string }) {
  return db
    .selectFrom('tracks')
    .innerJoin('users', 'users.id', 'tracks.artist_id')
    .select(pictureColumns)
    .where('tracks.id', '=', kept.trackId)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('tracks.artist_id', '=', kept.userId),
        exists(
          selectFrom('entitlements')
            .select('entitlements.user_id')
            .where('entitlements.user_id', '=', kept.userId)
            .whereRef('entitlements.track_id', '=', 'tracks.id'),
        ),
      ]),
    )
    .executeTakeFirst()
}

/** Null unless the track is the user's own. */
export async function findOwnFigures(db: Db, own: { trackId: string; userId: string }) {
  const figures = await db
    .selectFrom('tracks')
    .leftJoin('track_statistics', 'track_statistics.track_id', 'tracks.id')
    .select(figureColumns)
    .where('tracks.id', '=', own.trackId)
    .where('tracks.artist_id', '=', own.userId)
    .executeTakeFirst()
  return figures ?? null
}

export const figureColumns = [
  sql<number>`coalesce(track_statistics.purchases, 0)`.as('purchases'),
  sql<number>`coalesce(track_statistics.downloads, 0)`.as('downloads'),
] as const

export function findListedPreview(db: Db, trackId: string) {
  return listedTracks(db)
    .select('tracks.preview_key')
    .where('tracks.id', '=', trackId)
    .executeTakeFirst()
}
