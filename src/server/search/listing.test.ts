// Orders, pages and totals of the catalogue, for visitors.

import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { trackSorts } from '#rules/track-options.ts'
import {
  copyTrack,
  filterHits,
  listTracks,
  plainTrack,
  titlesIn,
} from '../../../tests/support/catalogue/listing.ts'
import {
  createTestApp,
  createTrack,
  createUser,
  type TestApp,
} from '../../../tests/support/test-app.ts'
import { openPageCache } from '#server/pages/page-cache.ts'
import { fenceBefore, placePageFences } from './page-fences.ts'

const fold = (app: TestApp) => sql`select fold_search_changes()`.execute(app.db)

/** Enough that a page near the end is read from the end. */
const many = 2_400

/** The database of an app with many tracks, of which each test gets a copy. */
let filled: Awaited<ReturnType<TestApp['keepDatabase']>>
beforeAll(async () => {
  const app = await createTestApp()
  await createManyTracks(app)
  filled = await app.keepDatabase()
})
afterAll(() => filled.drop())

async function createManyTracks(app: TestApp): Promise<void> {
  const artist = await createUser(app, { role: 'artist' })
  const { id } = await createTrack(app.db, { ...plainTrack, artistId: artist.id, genre: 'Folk' })
  await copyTrack(app.db, id, many / 2)
  const other = await createTrack(app.db, { ...plainTrack, artistId: artist.id, genre: 'Jazz' })
  await sql`update tracks set original_key = 'first ' || id, preview_key = 'first ' || id`.execute(
    app.db,
  )
  await copyTrack(app.db, other.id, many / 2)
  await sql`
    insert into track_statistics (track_id, popularity, stale)
    select id, price_pence % 7, false from tracks where price_pence % 2 = 0
  `.execute(app.db)
  await sql`
    update track_search set popularity = track_statistics.popularity from track_statistics
    where track_statistics.track_id = track_search.track_id
  `.execute(app.db)
}

const orders = {
  popularity: 'popularity desc, created_at desc, track_id desc',
  'date-uploaded': 'created_at desc, track_id desc',
  'date-uploaded/ascending': 'created_at, track_id',
  rating: 'rating desc, track_id desc',
  price: 'price_pence, track_id',
}

/** Reading the view makes the words of every track anew. */
async function storeExpectedTracks(app: TestApp): Promise<void> {
  await sql`drop table if exists expected_tracks`.execute(app.db)
  await sql`create table expected_tracks as select * from listed_tracks`.execute(app.db)
}

async function sortedIds(app: TestApp, orderBy: keyof typeof orders, where: string) {
  const { rows } = await sql<{ track_id: string }>`
    select track_id from expected_tracks where ${sql.raw(where)} order by ${sql.raw(orders[orderBy])}
  `.execute(app.db)
  return rows.map(({ track_id }) => track_id)
}

test('the pages of each order, near the start and the end, are those of the whole order', async () => {
  await using app = await createTestApp({}, filled)
  const { artist_id: artistId } = await app.db
    .selectFrom('tracks')
    .select('artist_id')
    .executeTakeFirstOrThrow()
  const lists: [params: Record<string, string>, where: string][] = [
    [{}, 'true'],
    [{ genre: 'Jazz' }, 'facets & 15 = 4'],
    [{ genre: 'Folk', artistId }, 'facets & 15 = 3'],
    [{ query: 'parting 77' }, `words @@ '''parting'' & ''77'':*'`],
    [{ query: 'parting' }, `words @@ '''parting'''`],
    [{ query: 'parting', genre: 'Folk' }, `facets & 15 = 3 and words @@ '''parting'':*'`],
  ]
  const states = [
    () => Promise.resolve(),
    () => fold(app),
    () => placePageFences(app.db),
    // The fences behind it are one track too far.
    () => withdrawMostPopular(app),
  ]
  for (const reach of states) {
    await reach()
    await storeExpectedTracks(app)
    for (const orderBy of trackSorts) {
      for (const [params, where] of lists) {
        const ids = await sortedIds(app, orderBy, where)
        const last = Math.ceil(ids.length / 10)
        for (const page of [1, 2, Math.ceil(last / 3), last - 1, last, 3 * last].filter(
          (one) => one > 0,
        )) {
          const list = await listTracks(app, { ...params, orderBy, page: String(page) })
          const shown = Math.min(page, last)
          expect({
            orderBy,
            params,
            page: list.currentPage,
            pages: list.totalPages,
            total: list.totalTracks,
            isExact: list.totalIsExact,
            ids: list.tracks.map(({ id }) => id),
          }).toEqual({
            orderBy,
            params,
            page: shown,
            pages: last,
            total: ids.length,
            isExact: true,
            ids: ids.slice((shown - 1) * 10, shown * 10),
          })
        }
      }
    }
  }
})

async function withdrawMostPopular(app: TestApp): Promise<void> {
  const [first] = (await listTracks(app)).tracks
  await app.db
    .updateTable('tracks')
    .set({ withdrawn_at: new Date() })
    .where('id', '=', first?.id ?? '')
    .execute()
}

test('a fence that has been placed elsewhere since it was read finds no page', async () => {
  await using app = await createTestApp({}, filled)
  await placePageFences(app.db)
  const fence = await fenceBefore(app.db, { sort: 'popularity', skipped: 1_500 })
  const behind = sql`select track_id from track_search where ${fence?.isBehind ?? sql`false`} limit 1`
  expect((await behind.execute(app.db)).rows).toHaveLength(1)
  await withdrawMostPopular(app)
  await placePageFences(app.db)
  expect((await behind.execute(app.db)).rows).toEqual([])
})

test('a write that changes no listed track keeps the fences of pages in use', async () => {
  await using app = await createTestApp({}, filled)
  await placePageFences(app.db)
  await sql`update track_search set popularity = 9 where false`.execute(app.db)
  await sql`delete from track_search where false`.execute(app.db)
  await sql`select sync_track_search(array(select id from tracks))`.execute(app.db)
  const search = { sort: 'popularity', skipped: 1_500 } as const
  expect(await fenceBefore(app.db, search)).not.toBeNull()
  await withdrawMostPopular(app)
  expect(await fenceBefore(app.db, search)).toBeNull()
})

test('a search with very many results has a lower bound as its total until they are counted', async () => {
  await using app = await createTestApp({}, filled)
  await fold(app)
  // 'The' and 'Traditional': at least as many as the lexicon knows of one of them.
  const search = { query: 't', orderBy: 'price' }
  const first = await listTracks(app, search)
  expect(first.tracks).toHaveLength(10)
  expect([first.totalIsExact, first.totalTracks]).toEqual([false, many + 2])
  // Of two words nothing is known but what has been met: this page and that there is another one.
  const two = await listTracks(app, { ...search, query: 'parting glass' })
  expect([two.tracks.length, two.totalIsExact]).toEqual([10, false])
  expect([two.totalTracks, two.totalPages]).toEqual([11, 2])
  await vi.waitFor(
    async () => expect((await listTracks(app, search)).totalIsExact).toBe(true),
    15_000,
  )
  const counted = await listTracks(app, search)
  expect([counted.totalTracks, counted.totalPages]).toEqual([many + 2, (many + 10) / 10])
  expect(counted.tracks).toEqual(first.tracks)
  const [one] = first.tracks
  await app.db
    .updateTable('tracks')
    .set({ withdrawn_at: new Date() })
    .where('id', '=', one?.id ?? '')
    .execute()
  expect((await listTracks(app, search)).totalIsExact).toBe(false)
})

test('the total of one word is exact at once, whatever has changed since the last fold', async () => {
  await using app = await createTestApp({}, filled)
  const totalOf = async (query: string) => {
    const { totalIsExact, totalTracks } = await listTracks(app, { query, orderBy: 'price' })
    return [totalIsExact, totalTracks]
  }
  for (const reach of [() => Promise.resolve(), () => fold(app), () => withdrawMostPopular(app)]) {
    await reach()
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer from track_search where words @@ '''parting'''
    `.execute(app.db)
    expect(await totalOf('parting')).toEqual([true, rows[0]?.count])
    expect(await totalOf('partin')).toEqual([true, rows[0]?.count])
  }
})

test('a word that tracks got since the last search is read as that word, and one that they lost is not', async () => {
  await using app = await createTestApp()
  const artist = await createUser(app, { role: 'artist' })
  const add = (title: string) => createTrack(app.db, { ...plainTrack, artistId: artist.id, title })
  const found = async (query: string) => titlesIn(await listTracks(app, { query })).toSorted()
  await add('Larkspur Road')
  // No track has the word, so that it is the beginning of another.
  expect(await found('lark road')).toEqual(['Larkspur Road'])
  const { id } = await add('Lark Road')
  expect(await found('lark road')).toEqual(['Lark Road'])
  expect(await found('lark')).toEqual(['Lark Road', 'Larkspur Road'])
  await app.db
    .updateTable('tracks')
    .set({ withdrawn_at: new Date() })
    .where('id', '=', id)
    .execute()
  expect(await found('lark road')).toEqual(['Larkspur Road'])
})

test('a list with a lower bound as its total is not stored', async () => {
  await using app = await createTestApp({ pageCache: openPageCache() }, filled)
  await fold(app)
  await app.eventsArrived()
  const search = { query: 'parting glass', orderBy: 'price' }
  expect((await listTracks(app, search)).totalIsExact).toBe(false)
  await vi.waitFor(
    async () => expect((await listTracks(app, search)).totalIsExact).toBe(true),
    15_000,
  )
})

test('a lower bound is true although one change withdraws most tracks, before and after it is folded', async () => {
  await using app = await createTestApp({}, filled)
  await fold(app)
  // The beginning of two words, and a word that means an instrument, whose tracks are counted.
  const search = (query: string) => listTracks(app, { query, orderBy: 'price' })
  expect((await search('t')).totalIsExact).toBe(false)
  expect((await search('guitar')).totalIsExact).toBe(true)
  await sql`update tracks set withdrawn_at = now() where price_pence > 110`.execute(app.db)
  const { tracks } = await app.db
    .selectFrom('track_search')
    .select((eb) => eb.fn.countAll<string>().as('tracks'))
    .executeTakeFirstOrThrow()
  for (const reach of [() => Promise.resolve(), () => fold(app)]) {
    await reach()
    expect((await search('t')).totalTracks).toBeLessThanOrEqual(Number(tracks))
    const { totalIsExact, totalTracks } = await search('guitar')
    expect([totalIsExact, totalTracks]).toEqual([true, Number(tracks)])
  }
})

test('a page has ten tracks, the most popular first, unless the call asks otherwise (CAT-29, BUS-09)', async () => {
  await using app = await createTestApp()
  const artist = await createUser(app, { role: 'artist' })
  const quiet = await createTrack(app.db, { ...plainTrack, artistId: artist.id, title: 'quiet' })
  const loved = await createTrack(app.db, {
    ...plainTrack,
    artistId: artist.id,
    title: 'loved',
    createdAt: new Date('2020-01-01'),
  })
  await copyTrack(app.db, quiet.id, 20)
  await sql`update track_search set popularity = 5 where track_id = ${loved.id}`.execute(app.db)
  const list = await listTracks(app)
  expect([list.tracks.length, list.totalTracks, list.totalPages]).toEqual([10, 22, 3])
  expect(titlesIn(list)[0]).toBe('loved')
  expect(await listTracks(app, { limit: '50' })).toMatchObject({ totalPages: 1, currentPage: 1 })
  expect((await listTracks(app, { limit: '3', page: '8' })).tracks).toHaveLength(1)
  expect(await listTracks(app, { page: '999999' })).toMatchObject({ currentPage: 3, totalPages: 3 })
})

test('visitors browse, search, filter and hear previews without logging in (CAT-37, ROL-02)', async () => {
  await using app = await createTestApp()
  const artist = await createUser(app, { role: 'artist' })
  const { id } = await createTrack(app.db, { artistId: artist.id, title: 'Hallelujah' })
  await app.storage.put(`previews/${id}.mp3`, Readable.from('sound'), {
    maxBytes: 100,
    contentType: 'audio/mpeg',
  })
  expect(titlesIn(await listTracks(app))).toEqual(['Hallelujah'])
  expect(titlesIn(await listTracks(app, { query: 'halle' }))).toEqual(['Hallelujah'])
  expect(titlesIn(await listTracks(app, { genre: 'Folk' }))).toEqual(['Hallelujah'])
  expect((await filterHits(app)).get('genre=Folk')).toBe(1)
  expect((await app.call(`GET /api/proxy/tracks/${id}`)).statusCode).toBe(200)
  expect((await app.call(`GET /public/tracks/${id}/preview.mp3`)).body).toBe('sound')
})
