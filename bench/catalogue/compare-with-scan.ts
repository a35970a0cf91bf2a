// Random searches, sent to the catalogue and answered by a scan of all tracks: rows, order and total must be the same. What
// the words and filters of a search mean is the same for both, and how its page is found is not.

import { isDeepStrictEqual } from 'node:util'
import { sql, type RawBuilder } from 'kysely'
import type { Random } from '../../demo/music/score/random.ts'
import type { TrackList } from '../../src/contracts/catalogue.ts'
import { filteredFacets } from '../../src/rules/search/facets.ts'
import { readSearchText } from '../../src/rules/search/search-text.ts'
import { readTrackSearch, type TrackSearch } from '../../src/rules/search/track-search.ts'
import type { Db } from '../../src/server/db/client.ts'
import { allOf, hasFacet, type Condition } from '../../src/server/search/conditions.ts'
import { matchOf, readAsTyped, wordsToLookUp } from '../../src/server/search/readings.ts'
import { findKnownWords, type KnownWords } from '../../src/server/search/similar-words.ts'
import { anyOf, randomFilters, randomSort } from './random-params.ts'

type Page = { ids: string[]; total: number; page: number }

type Compared = {
  db: Db
  /** Sends `/public/tracks/query` with these parameters; null for a refusal. */
  list: (params: URLSearchParams) => Promise<TrackList | null>
  /** Words of a title and of names, of some tracks. */
  words: readonly string[][]
  artistIds: readonly string[]
  random: Random
  count: number
}

/** Searches whose answer differs, with both; `found` is null for one that was refused. */
export async function compareWithScan(compared: Compared) {
  const { db, count } = compared
  // A run that ended early, on kept data, has left its table.
  await sql`drop table if exists scanned_tracks`.execute(db)
  // Listed by the same rule, without an index, and without what the writers of tracks have stored.
  await sql`create unlogged table scanned_tracks as select * from listable_tracks`.execute(db)
  const differences: { search: string; found: Page | null; scanned: Page }[] = []
  for (let at = 0; at < count; at++) {
    const params = randomSearch(compared)
    const search = readTrackSearch(params)
    const scanned = await scan(db, search)
    const list = await compared.list(params)
    const found = list && pageOf(list, scanned)
    if (list && scanned.total === 0 && (await areBeginnings(db, search, list))) continue
    if (!isDeepStrictEqual(found, scanned))
      differences.push({ search: params.toString(), found, scanned })
  }
  await sql`drop table scanned_tracks`.execute(db)
  return differences
}

function randomSearch({ words, artistIds, random }: Compared): URLSearchParams {
  const params = [randomSort(random)]
  if (random() < 0.6) params.push(...randomFilters(3, random))
  if (random() < 0.6) params.push(['query', someWords(words, random).join(' ')])
  if (random() < 0.1) params.push(['artistId', anyOf(artistIds, random)])
  if (random() < 0.5) params.push(['page', String(1 + Math.floor(20 ** (2 * random()) / 2))])
  return new URLSearchParams(params)
}

const meanings = ['piano', 'guitars', 'alto', 'male', 'in Eb', 'f# minor', 'backing track']

/** One to three words of a track, the last one sometimes unfinished, sometimes with a word for a filter. */
function someWords(words: Compared['words'], random: Random): string[] {
  const ofTrack = anyOf(words, random)
  const from = Math.floor(random() * ofTrack.length)
  const chosen = ofTrack.slice(from, from + 1 + Math.floor(random() * 3))
  const last = chosen.pop() ?? ''
  const typed = [...chosen, random() < 0.3 ? last.slice(0, Math.max(3, last.length - 2)) : last]
  return random() < 0.2 ? [...typed, anyOf(meanings, random)] : typed
}

const orders: Record<TrackSearch['orderBy'], RawBuilder<unknown>> = {
  popularity: sql`popularity desc, created_at desc, id desc`,
  'date-uploaded': sql`created_at desc, id desc`,
  'date-uploaded/ascending': sql`created_at, id`,
  rating: sql`rating desc, id desc`,
  price: sql`price_pence, id`,
}

/** No pages are shown for further tracks. */
const maxShown = { list: 10_000, text: 1_000 }
const pageSize = 10

async function scan(db: Db, search: TrackSearch): Promise<Page> {
  const { query, orderBy } = search
  const known = await findKnownWords(db, wordsToLookUp(readSearchText(query ?? '')))
  const conditions = conditionsOf(search, known)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from scanned_tracks where ${allOf(conditions)}
  `.execute(db)
  const total = counted[0]?.total ?? 0
  const shown = Math.min(total, query === undefined ? maxShown.list : maxShown.text)
  const page = Math.max(1, Math.min(search.page, Math.ceil(shown / pageSize)))
  const { rows } = await sql<{ id: string }>`
    select id from scanned_tracks where ${allOf(conditions)}
    order by ${orders[orderBy]} limit ${pageSize} offset ${(page - 1) * pageSize}
  `.execute(db)
  return { ids: rows.map(({ id }) => id), total, page }
}

/** Words as they are typed. */
function conditionsOf(search: TrackSearch, known: KnownWords): Condition[] {
  const { artistId, query } = search
  const groups = readSearchText(query ?? '')
  return [
    ...(artistId === undefined ? [] : [sql<boolean>`artist_id = ${artistId}`]),
    ...filteredFacets(search).map(hasFacet),
    ...(query !== undefined && groups.length === 0 ? [sql<boolean>`false`] : []),
    ...groups.map((group) => matchOf([readAsTyped(group, known)])),
  ]
}

/** Every word is the beginning of others. */
const nothingKnown: KnownWords = {
  has: () => false,
  uses: () => 0,
  begun: () => Number.POSITIVE_INFINITY,
}

/** If no track has all the words, a word that exists may be the beginning of another one. */
async function areBeginnings(db: Db, search: TrackSearch, { tracks }: TrackList): Promise<boolean> {
  const ids = tracks.map(({ id }) => id)
  const conditions = [sql<boolean>`id = any(${ids}::uuid[])`, ...conditionsOf(search, nothingKnown)]
  const { rows } = await sql`
    select from scanned_tracks where ${allOf(conditions)}
  `.execute(db)
  return ids.length > 0 && rows.length === ids.length
}

/** What only a correction finds, no scan does; of very many tracks the total is an estimate. */
function pageOf(list: TrackList, scanned: Page): Page {
  if (list.matching !== 'exact') return { ids: [], total: 0, page: 1 }
  return {
    ids: list.tracks.map(({ id }) => id),
    total: list.totalIsExact ? list.totalTracks : scanned.total,
    page: list.currentPage,
  }
}
