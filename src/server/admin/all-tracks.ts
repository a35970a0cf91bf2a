// Every track as admins see it, withdrawn ones included.

import { sql } from 'kysely'
import type { TrackRecord } from '#contracts/admin/tracks.ts'
import { isUuid, type AdminSearch } from '#rules/admin/admin-search.ts'
import { customerPricePence } from '#rules/price.ts'
import { searchWords } from '#rules/search/search-words.ts'
import type { Db } from '#server/db/client.ts'
import { nameOf } from '#server/db/user-name.ts'
import { isListed } from '#server/tracks/listed-tracks.ts'
import { containing, pageOf } from './page-of.ts'

/** The newest first. Searched by title and original artist, or by the id of the track. */
export async function findAllTracks(db: Db, { query, state, artist, page }: AdminSearch<'tracks'>) {
  let found = db
    .selectFrom('tracks')
    .innerJoin('users', 'users.id', 'tracks.artist_id')
    .leftJoin('track_statistics', 'track_statistics.track_id', 'tracks.id')
    .leftJoin('featured_tracks', 'featured_tracks.track_id', 'tracks.id')
  if (query !== undefined && isUuid(query)) found = found.where('tracks.id', '=', query)
  else if (query !== undefined)
    for (const word of wordsOf(query)) found = found.where('tracks.song', 'like', containing(word))
  if (artist !== undefined) found = found.where('tracks.artist_id', '=', artist)
  if (state === 'listed') found = found.where(isListed)
  if (state === 'featured') found = found.where('featured_tracks.track_id', 'is not', null)
  if (state === 'withdrawn') found = found.where('tracks.withdrawn_at', 'is not', null)
  if (state === 'taken_down') found = found.where('tracks.taken_down_at', 'is not', null)
  if (state === 'not_validated') found = found.where('tracks.quality_validated', '=', false)
  const { rows, paging } = await pageOf(found, {
    page,
    shown: found
      .select([
        'tracks.id',
        'tracks.title',
        'tracks.original_artist',
        'tracks.created_at',
        'tracks.withdrawn_at',
        'tracks.taken_down_at',
        'tracks.quality_validated',
        'tracks.price_pence',
        'tracks.artist_id',
        nameOf().as('artist_name'),
        'users.banned',
        sql<boolean>`${isListed}`.as('is_listed'),
        'track_statistics.purchases',
        'featured_tracks.featured_at',
      ])
      .orderBy('tracks.created_at', 'desc')
      .orderBy('tracks.id', 'desc'),
  })
  return { tracks: rows.map(presentTrackRecord), paging }
}

/** A search without letters and digits is looked up as it is, as `song` has such titles. */
function wordsOf(query: string): string[] {
  const words = searchWords(query)
  return words.length === 0 ? [query] : words
}

type TrackRow = {
  id: string
  title: string
  original_artist: string
  created_at: Date
  withdrawn_at: Date | null
  taken_down_at: Date | null
  quality_validated: boolean
  price_pence: number
  artist_id: string
  artist_name: string
  banned: boolean
  is_listed: boolean
  purchases: number | null
  featured_at: Date | null
}

function presentTrackRecord(row: TrackRow): TrackRecord {
  return {
    id: row.id,
    title: row.title,
    originalArtist: row.original_artist,
    artist: { id: row.artist_id, name: row.artist_name, isBanned: row.banned },
    createdAt: row.created_at.toISOString(),
    isListed: row.is_listed,
    withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
    isTakenDown: row.taken_down_at !== null,
    isQualityValidated: row.quality_validated,
    isFeatured: row.featured_at !== null,
    customerPricePence: customerPricePence(row.price_pence),
    sales: row.purchases ?? 0,
  }
}
