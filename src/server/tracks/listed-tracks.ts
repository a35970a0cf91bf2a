// The tracks that everyone sees and that customers buy: the queries that all other queries of tracks extend. What "listed"
// means is the function `is_listed` of the database, which the list of the catalogue uses, too (view `listable_tracks`).

import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { enteredColumns } from '#server/db/tables/track-tables.ts'

export const listedTrackColumns = [
  'id',
  'artist_id',
  ...Object.values(enteredColumns),
  'tempo_bpm',
  'guide_track_url',
  'preview_ms',
  'waveform',
  'duration_ms',
  'rating_count',
  'rating_sum',
  'created_at',
] as const

/** Of a row of `tracks` with its artist from `users`: not withdrawn, and the artist not banned. */
export const isListed = sql<boolean>`is_listed(tracks.withdrawn_at, users.banned)`

/** Tracks visible to all visitors. */
export function listedTracks(db: Db) {
  return db.selectFrom('tracks').innerJoin('users', 'users.id', 'tracks.artist_id').where(isListed)
}

/** Listed, and their artist can currently be paid: without that a track has a page but is not sold. */
export function sellableTracks(db: Db) {
  return listedTracks(db)
    .innerJoin('payment_accounts', 'payment_accounts.user_id', 'tracks.artist_id')
    .where('payment_accounts.payouts_enabled', '=', true)
}

/** Sellable, not the customer's own upload, not owned already: what the cart and the checkout take. */
export function buyableTracks(db: Db, buyerId: string) {
  return sellableTracks(db)
    .where('tracks.artist_id', '!=', buyerId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('entitlements')
            .select('user_id')
            .where('user_id', '=', buyerId)
            .whereRef('entitlements.track_id', '=', 'tracks.id'),
        ),
      ),
    )
}

/** The columns presentTrack needs. */
export const presentedColumns = [
  ...listedTrackColumns.map((column) => `tracks.${column}` as const),
  'users.username as artist_name',
  'users.display_name as artist_display_name',
  'users.avatar as artist_avatar',
  // Not `exists`, for which PostgreSQL may read the accounts of all artists.
  sql<boolean>`coalesce(
    (select payouts_enabled from payment_accounts where user_id = tracks.artist_id), false
  )`.as('is_sellable'),
] as const
