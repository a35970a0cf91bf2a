// Reads of the catalogue.

import { sql, type Expression, type SqlBool } from 'kysely'
import type { TrackSearch } from '#contracts/tracks.ts'
import { searchWords } from '#rules/search-words.ts'
import type { TrackSort } from '#rules/track-options.ts'
import type { Db } from '#server/db/client.ts'
import { listedTracks, presentedColumns } from './listed-tracks.ts'
import { correctWords } from './search-typos.ts'

/** Every order ends in the id, so that pages never repeat or skip. */
const orders: Record<TrackSort, readonly [string, ...string[]]> = {
  popularity: ['tracks.popularity desc', 'tracks.created_at desc', 'tracks.id desc'],
  'date-uploaded': ['tracks.created_at desc', 'tracks.id desc'],
  'date-uploaded/ascending': ['tracks.created_at', 'tracks.id'],
  rating: ['tracks.rating_rank desc nulls last', 'tracks.id desc'],
  price: ['tracks.price_pence', 'tracks.id'],
}

/** One page of the catalogue. A page beyond the last one is the last one. */
export async function findTracks(db: Db, search: TrackSearch) {
  const words = searchWords(search.query ?? '')
  const found = await findPage(db, search, words)
  if (found.total > 0 || words.length === 0) return found
  // Nothing at all: perhaps one word was mistyped.
  const corrected = await correctWords(db, words)
  return corrected === null ? found : findPage(db, search, corrected)
}

async function findPage(db: Db, search: TrackSearch, words: string[]) {
  const matching = matchingTracks(db, search, words)
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().$castTo<string>().as('total'))
    .executeTakeFirstOrThrow()
    .then((row) => ({ total: Number(row.total) }))
  const pages = Math.ceil(total / search.limit)
  const page = Math.max(1, Math.min(search.page, pages))
  const rows = await matching
    .select(presentedColumns)
    .orderBy(sql.raw(orders[search.orderBy].join(', ')))
    .limit(search.limit)
    .offset((page - 1) * search.limit)
    .execute()
  return { rows, total, pages, page }
}

function matchingTracks(db: Db, search: TrackSearch, words: string[]) {
  let matching = listedTracks(db)
  if (search.artistId) matching = matching.where('tracks.artist_id', '=', search.artistId)
  if (words.length > 0) matching = matching.where(containsWords(words))
  return matching
}

/** Each word may be the beginning of one in the track. Words are letters and digits only: nothing to escape. */
function containsWords(words: string[]): Expression<SqlBool> {
  const query = words.map((word) => `${word}:*`).join(' & ')
  return sql<SqlBool>`tracks.search_vector @@ to_tsquery('simple', ${query})`
}

export function findTracksById(db: Db, ids: string[]) {
  if (ids.length === 0) return Promise.resolve([])
  return listedTracks(db).select(presentedColumns).where('tracks.id', 'in', ids).execute()
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
