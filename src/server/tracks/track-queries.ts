// Queries of the catalogue.

import { sql, type Expression, type SqlBool } from 'kysely'
import type { TrackQuery } from '#contracts/catalogue.ts'
import { searchWords } from '#rules/search-words.ts'
import type { TrackSort } from '#rules/track-options.ts'
import type { Db } from '#server/db/client.ts'
import { listedTracks, presentedColumns, sellableTracks } from './listed-tracks.ts'
import { correctWords } from '#server/search/search-typos.ts'
import type { ListedTrack } from './track-presenter.ts'

/** Every order ends with the id, so that pages never repeat or skip a track. */
const orders: Record<TrackSort, readonly [string, ...string[]]> = {
  popularity: ['tracks.popularity desc', 'tracks.created_at desc', 'tracks.id desc'],
  'date-uploaded': ['tracks.created_at desc', 'tracks.id desc'],
  'date-uploaded/ascending': ['tracks.created_at', 'tracks.id'],
  rating: ['tracks.rating_rank desc nulls last', 'tracks.id desc'],
  price: ['tracks.price_pence', 'tracks.id'],
}

export type TrackPage = { rows: ListedTrack[]; total: number; pages: number; page: number }

/** One page of the catalogue. A page number beyond the end returns the last page. */
export async function findTracks(
  db: Db,
  search: TrackQuery,
): Promise<TrackPage & { searchedFor: string | null }> {
  const words = searchWords(search.query ?? '')
  // A query without letters or digits, such as '???', has no results, unlike an empty query.
  if (words.length === 0 && search.query?.trim())
    return { rows: [], total: 0, pages: 0, page: 1, searchedFor: null }
  const found = { ...(await findPage(db, search, words)), searchedFor: null }
  if (found.total > 0 || words.length === 0) return found
  // No results: perhaps a word was mistyped.
  const corrected = await correctWords(db, words)
  if (corrected === null) return found
  return { ...(await findPage(db, search, corrected)), searchedFor: corrected.join(' ') }
}

/** Rows and total in one query; a page beyond the end is queried again as the last page. */
async function findPage(db: Db, search: TrackQuery, words: string[]): Promise<TrackPage> {
  const rows = await matchingTracks(db, search, words)
    .select(presentedColumns)
    .select(sql<string>`count(*) over ()`.as('total'))
    .orderBy(sql.raw(orders[search.orderBy].join(', ')))
    .limit(search.limit)
    .offset((search.page - 1) * search.limit)
    .execute()
  const [first] = rows
  if (first) {
    const total = Number(first.total)
    return { rows, total, pages: Math.ceil(total / search.limit), page: search.page }
  }
  if (search.page === 1) return { rows, total: 0, pages: 0, page: 1 }
  const pages = Math.ceil((await countTracks(db, search, words)) / search.limit)
  return findPage(db, { ...search, page: Math.max(1, pages) }, words)
}

async function countTracks(db: Db, search: TrackQuery, words: string[]): Promise<number> {
  const { total } = await matchingTracks(db, search, words)
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

function matchingTracks(db: Db, search: TrackQuery, words: string[]) {
  let matching = listedTracks(db)
  if (search.artistId) matching = matching.where('tracks.artist_id', '=', search.artistId)
  if (words.length > 0) matching = matching.where(containsWords(words))
  return matching
}

/** Matches each word as a prefix. Words are letters and digits only, so nothing needs escaping. */
function containsWords(words: string[]): Expression<SqlBool> {
  const query = words.map((word) => `${word}:*`).join(' & ')
  return sql<SqlBool>`tracks.search_vector @@ to_tsquery('simple', ${query})`
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
    .select([...presentedColumns, 'tracks.purchase_count', 'tracks.download_count'])
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
