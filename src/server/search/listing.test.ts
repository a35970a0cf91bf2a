// Orders, pages and totals of the catalogue, for visitors.

import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { trackSorts } from '#rules/tracks/track-options.ts'
import {
  copyTrack,
  filterHits,
  listTracks,
  plainTrack,
  titlesIn,
} from '../../../tests/support/catalogue/listing.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import {
  createTestApp,
  createTrack,
  createUser,
  type TestApp,
} from '../../../tests/support/test-app.ts'
import { withdrawTrack } from '#server/tracks/track-commands.ts'
import { countTrackActivity, refreshPopularity } from '#server/tracks/track-popularity.ts'

const emptyApp = emptiedTestApp()

/** More than are sorted whole, for a list and for a search by words. */
const many = 4_000

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
  await sql`select list_tracks(array(select id from tracks))`.execute(app.db)
  await sql`analyze listed_tracks, words`.execute(app.db)
}

const orders = {
  popularity: 'popularity desc, created_at desc, id desc',
  'date-uploaded': 'created_at desc, id desc',
  'date-uploaded/ascending': 'created_at, id',
  rating: 'rating desc, id desc',
  price: 'price_pence, id',
}

/** Reading the view makes the words of every track anew. */
async function storeExpectedTracks(app: TestApp): Promise<void> {
  await sql`drop table if exists expected_tracks`.execute(app.db)
  await sql`create table expected_tracks as select * from listable_tracks`.execute(app.db)
}

async function sortedIds(app: TestApp, orderBy: keyof typeof orders, where: string) {
  const { rows } = await sql<{ id: string }>`
    select id from expected_tracks where ${sql.raw(where)} order by ${sql.raw(orders[orderBy])}
  `.execute(app.db)
  return rows.map(({ id }) => id)
}

/** Pages show so many tracks of the whole order. */
const maxShown = { list: 10_000, text: 1_000 }

test('the pages of each order, near the start and the end, are those of the whole order', async () => {
  await using app = await createTestApp({}, filled)
  const { artist_id: artistId } = await app.db
    .selectFrom('tracks')
    .select('artist_id')
    .executeTakeFirstOrThrow()
  const lists: [params: Record<string, string>, where: string][] = [
    [{}, 'true'],
    [{ genre: 'Jazz' }, `genre = 'Jazz'`],
    [{ genre: 'Folk', artistId }, `genre = 'Folk'`],
    [{ query: 'parting 77' }, `words @@ '''parting'' & ''77'':*'`],
    [{ query: 'parting' }, `words @@ '''parting'''`],
    [{ query: 'parting', genre: 'Folk' }, `genre = 'Folk' and words @@ '''parting'':*'`],
  ]
  for (const reach of [() => Promise.resolve(), () => withdrawMostPopular(app)]) {
    await reach()
    await storeExpectedTracks(app)
    for (const orderBy of trackSorts) {
      for (const [params, where] of lists) {
        const ids = await sortedIds(app, orderBy, where)
        const max = params['query'] === undefined ? maxShown.list : maxShown.text
        const last = Math.ceil(Math.min(ids.length, max) / 10)
        for (const page of [1, 2, Math.ceil(last / 3), last - 1, last, 3 * last].filter(
          (one) => one > 0,
        )) {
          const list = await listTracks(app, { ...params, orderBy, page: String(page) })
          const shown = Math.min(page, last)
          // Of more, all are sorted for a far page, and then the total is exact, too.
          const isExact = params['query'] === undefined || ids.length <= 3_000 || list.totalIsExact
          expect({
            orderBy,
            params,
            page: list.currentPage,
            pages: list.totalPages,
            total: list.totalIsExact ? list.totalTracks : null,
            ids: list.tracks.map(({ id }) => id),
          }).toEqual({
            orderBy,
            params,
            page: shown,
            pages: last,
            total: isExact ? ids.length : null,
            ids: ids.slice((shown - 1) * 10, shown * 10),
          })
        }
      }
    }
  }
})

test('however many tracks fit on a page, a search by words has pages for its first 1,000 tracks', async () => {
  await using app = await createTestApp({}, filled)
  for (const [limit, pages] of [
    ['10', 100],
    ['50', 20],
    ['7', 143],
  ] as const) {
    const list = await listTracks(app, { query: 'parting', page: '999', limit })
    expect([list.totalPages, list.currentPage]).toEqual([pages, pages])
    expect(list.tracks).not.toEqual([])
  }
})

async function withdrawMostPopular(app: TestApp): Promise<void> {
  const [first] = (await listTracks(app)).tracks
  await withdrawTrack(app.db, { id: first?.id ?? '', artistId: first?.user?.id ?? '' })
}

test('the total of a search with very many results is about right, and says so', async () => {
  await using app = await createTestApp({}, filled)
  for (const query of ['t', 'parting glass', 'guitar']) {
    const list = await listTracks(app, { query, orderBy: 'price' })
    expect(list.tracks).toHaveLength(10)
    expect([query, list.totalIsExact]).toEqual([query, false])
    expect(list.totalTracks).toBeGreaterThan(3_000)
    expect(list.totalTracks).toBeLessThan(5_000)
  }
})

test('where an estimate is far too high, the tracks are still found, and counted', async () => {
  await using app = await createTestApp({}, filled)
  await sql`update tracks set search_text = replace(search_text, 'parting', 'leaving') where price_pence <> 399`.execute(
    app.db,
  )
  // The statistics still say that every track has the word.
  await sql`alter table listed_tracks set (autovacuum_enabled = false)`.execute(app.db)
  await sql`select list_tracks(array(select id from tracks))`.execute(app.db)
  const left = await sortedIdsOf(app, `words @@ '''parting'''`)
  expect(left.length).toBeLessThan(50)
  for (const page of ['1', '90']) {
    const list = await listTracks(app, { query: 'parting', orderBy: 'price', page, limit: '50' })
    expect([list.totalIsExact, list.totalTracks, list.currentPage]).toEqual([true, left.length, 1])
    expect(list.tracks.map(({ id }) => id)).toEqual(left)
  }
})

async function sortedIdsOf(app: TestApp, where: string): Promise<string[]> {
  await storeExpectedTracks(app)
  return sortedIds(app, 'price', where)
}

test('a word that tracks got since the last search is read as that word, and one that they lost is not', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist' })
  const add = (title: string) => createTrack(app.db, { ...plainTrack, artistId: artist.id, title })
  const found = async (query: string) => titlesIn(await listTracks(app, { query })).toSorted()
  await add('Larkspur Road')
  // No track has the word, so that it is the beginning of another.
  expect(await found('lark road')).toEqual(['Larkspur Road'])
  const { id } = await add('Lark Road')
  expect(await found('lark road')).toEqual(['Lark Road'])
  expect(await found('lark')).toEqual(['Lark Road', 'Larkspur Road'])
  await withdrawTrack(app.db, { id, artistId: artist.id })
  expect(await found('lark road')).toEqual(['Larkspur Road'])
})

test('a page has ten tracks, the most popular first, unless the call asks otherwise (CAT-29, BUS-09)', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist' })
  const quiet = await createTrack(app.db, { ...plainTrack, artistId: artist.id, title: 'quiet' })
  const loved = await createTrack(app.db, {
    ...plainTrack,
    artistId: artist.id,
    title: 'loved',
    createdAt: new Date('2020-01-01'),
  })
  await copyTrack(app.db, quiet.id, 20)
  await countTrackActivity(app.db, loved.id, 'purchases')
  await refreshPopularity(app.db)
  const list = await listTracks(app)
  expect([list.tracks.length, list.totalTracks, list.totalPages]).toEqual([10, 22, 3])
  expect(titlesIn(list)[0]).toBe('loved')
  expect(await listTracks(app, { limit: '50' })).toMatchObject({ totalPages: 1, currentPage: 1 })
  expect((await listTracks(app, { limit: '3', page: '8' })).tracks).toHaveLength(1)
  expect(await listTracks(app, { page: '999999' })).toMatchObject({ currentPage: 3, totalPages: 3 })
})

test('visitors browse, search, filter and hear previews without logging in (CAT-37, ROL-02)', async () => {
  const app = await emptyApp()
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
