import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addRatings } from '../../../tests/support/catalogue/add-ratings.ts'
import { ban } from '../../../tests/support/catalogue/listing.ts'
import { createUser, createTrack, type TestApp } from '../../../tests/support/test-app.ts'
import { withdrawTrack } from './track-commands.ts'
import { countTrackActivity, refreshPopularity } from './track-popularity.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

type List = {
  tracks: { id: string; title: string }[]
  totalTracks: number
  totalPages: number
  currentPage: number
}

const query = async (app: TestApp, search = '') =>
  (await app.call(`GET /public/tracks/query?${search}`)).json<List>()

const titles = async (app: TestApp, search: string) =>
  (await query(app, search)).tracks.map((track) => track.title)

test('the catalogue is returned in pages of ten that never overlap (CAT-29, API-13)', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist' })
  for (let count = 0; count < 23; count++) await createTrack(app.db, { artistId: artist.id })

  const pages = [await query(app), await query(app, 'page=2'), await query(app, 'page=3')]
  expect(pages.map((page) => page.tracks.length)).toEqual([10, 10, 3])
  expect(pages[1]).toMatchObject({ totalTracks: 23, totalPages: 3, currentPage: 2 })
  const ids = pages.flatMap((page) => page.tracks.map((track) => track.id))
  expect(new Set(ids).size).toBe(23)
})

test('a page beyond the end returns the last page; invalid parameters are ignored', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist' })
  for (let count = 0; count < 11; count++) await createTrack(app.db, { artistId: artist.id })
  expect(await query(app, 'page=99')).toMatchObject({ currentPage: 2 })
  for (const page of ['0', '-3', 'x', '1e9', '1.5']) {
    expect(await query(app, `page=${page}&orderBy=drop table&limit=0`)).toMatchObject({
      currentPage: 1,
    })
  }
})

test('each order returns the right track first (CAT-07, API-14, BUS-29)', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist' })
  const day = (date: string) => new Date(`${date}T12:00:00Z`)
  const track = (title: string, pricePence: number, createdAt: Date) =>
    createTrack(app.db, { artistId: artist.id, title, pricePence, createdAt })
  await track('oldest', 300, day('2020-01-01'))
  const popular = await track('popular', 200, day('2021-01-01'))
  await track('cheapest', 100, day('2022-01-01'))
  const loved = await track('loved', 350, day('2022-06-01'))
  const newest = await track('newest', 400, day('2023-01-01'))
  await countTrackActivity(app.db, popular.id, 'plays')
  await refreshPopularity(app.db)
  // Neither the oldest nor the newest, the cheapest nor the most popular.
  await rate(app, loved.id, [5])
  // More votes and more stars in total, but a lower average.
  await rate(app, newest.id, [2, 2, 2, 2, 2, 2])

  for (const search of ['', 'orderBy=popularity']) {
    expect((await titles(app, search))[0]).toBe('popular')
  }
  expect(await titles(app, 'orderBy=date-uploaded')).toEqual([
    'newest',
    'loved',
    'cheapest',
    'popular',
    'oldest',
  ])
  expect(await titles(app, 'orderBy=date-uploaded/ascending')).toEqual([
    'oldest',
    'popular',
    'cheapest',
    'loved',
    'newest',
  ])
  expect((await titles(app, 'orderBy=rating'))[0]).toBe('loved')
  expect(await titles(app, 'orderBy=price')).toEqual([
    'cheapest',
    'popular',
    'oldest',
    'loved',
    'newest',
  ])
})

test('an edit of the price alone moves the track in Price Low to High', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist' })
  const create = (title: string, pricePence: number) =>
    createTrack(app.db, { artistId: artist.id, title, pricePence })
  await create('dear', 300)
  const { id } = await create('dearest', 500)
  expect(await titles(app, 'orderBy=price')).toEqual(['dear', 'dearest'])
  const edited = await app.call(`PATCH /api/proxy/tracks/${id}`, {
    as: artist,
    send: { price: '1.00' },
  })
  expect(edited.statusCode).toBe(200)
  expect(await titles(app, 'orderBy=price')).toEqual(['dearest', 'dear'])
})

/** Adds one vote each by a new user. */
async function rate(app: TestApp, trackId: string, stars: number[]): Promise<void> {
  const votes = stars.map((given) => ({ userId: randomUUID(), stars: given }))
  const users = votes.map(({ userId: id }) => ({ id, email: id, username: id, avatar: null }))
  await app.db.insertInto('users').values(users).execute()
  await addRatings(app.db, trackId, votes)
}

test('one five-star vote does not rank above twenty votes with an average of 4.5', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist' })
  const loved = await createTrack(app.db, { artistId: artist.id, title: 'loved by many' })
  const lucky = await createTrack(app.db, { artistId: artist.id, title: 'loved by one' })
  await createTrack(app.db, { artistId: artist.id, title: 'unrated' })
  await rate(
    app,
    loved.id,
    Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? 4 : 5)),
  )
  await rate(app, lucky.id, [5])

  expect(await titles(app, 'orderBy=rating')).toEqual(['loved by many', 'loved by one', 'unrated'])
  const [first] = (await app.call('GET /public/tracks/query?orderBy=rating')).json<{
    tracks: { averageRating: number; numOfRatings: number }[]
  }>().tracks
  expect(first).toMatchObject({ averageRating: 4.5, numOfRatings: 20 })
})

const searches: [words: string, isFound: boolean][] = [
  ['hallelujah', true],
  ['HALLELUJAH', true],
  ['  hallelujah  ', true],
  ['   ', true],
  ['halle', true],
  ['hallelujha', true],
  ['dont stop', false],
  ['lindqvist', true],
  ['rosa hallelujah', true],
  ['café', true],
  ['cafe hallelujah', true],
  ["'); drop table tracks; --", false],
  ['% _ \\ & | ! :*', false],
  ['🎸', false],
]

test('a search finds a track by title, original artist and artist, and forgives case, accents, beginnings and one typo (CAT-03)', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist', name: 'Rosa Lindqvist' })
  await createTrack(app.db, {
    artistId: artist.id,
    title: 'Hallelujah',
    originalArtist: 'Café Lindqvist',
  })
  const found: [string, boolean][] = []
  for (const [words] of searches) {
    const list = await query(app, `query=${encodeURIComponent(words)}`)
    found.push([words, list.totalTracks === 1])
  }
  expect(found).toEqual(searches)
})

test('a search may omit an apostrophe', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist' })
  await createTrack(app.db, { artistId: artist.id, title: "Don't Stop Me Now" })
  expect(await titles(app, 'query=dont+stop+me')).toEqual(["Don't Stop Me Now"])
  expect(await titles(app, `query=${encodeURIComponent('don’t')}`)).toEqual(["Don't Stop Me Now"])
})

test('tracks of a banned artist and withdrawn tracks are not found', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist' })
  const banned = await createUser(app, { role: 'artist' })
  const gone = await createTrack(app.db, { artistId: artist.id })
  const hidden = await createTrack(app.db, { artistId: banned.id })
  await withdrawTrack(app.db, { id: gone.id, artistId: artist.id })
  await ban(app.db, banned.id)

  expect((await query(app)).totalTracks).toBe(0)
  for (const { id } of [gone, hidden]) {
    for (const path of [
      `/api/proxy/tracks/${id}`,
      `/public/tracks/${id}/preview.mp3`,
      `/public/tracks/${id}/cover.svg`,
    ]) {
      expect((await app.call(`GET ${path}`)).json().code).toBe('not_found')
    }
  }
  const byId = await app.call(`GET /public/tracks/by-id?ids=${gone.id},${hidden.id},nonsense`)
  expect(byId.json()).toEqual({ tracks: [] })
})

test('one track is returned with its comments, newest first; a comment of a deleted account is anonymous (API-09, RAT-14)', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist' })
  const track = await createTrack(app.db, { artistId: artist.id })
  await app.db
    .insertInto('comments')
    .values([
      {
        id: randomUUID(),
        track_id: track.id,
        user_id: artist.id,
        text: 'first',
        created_at: new Date('2025-01-01'),
      },
      {
        id: randomUUID(),
        track_id: track.id,
        user_id: null,
        text: '<b>second</b>',
        created_at: new Date('2025-02-01'),
      },
    ])
    .execute()
  const response = await app.call(`GET /api/proxy/tracks/${track.id}`)
  expect(response.json()).toMatchObject({
    id: track.id,
    vocalGender: 'male',
    previewUrl: `/public/tracks/${track.id}/preview.mp3`,
    comments: [
      { text: '<b>second</b>', user: null },
      {
        text: 'first',
        createdAt: '2025-01-01T00:00:00.000Z',
        user: { username: artist.username, avatar: null },
      },
    ],
  })
})

test.each([
  ['nonsense', 'invalid_input'],
  ['8f14e45f-ceea-467f-a1d2-91b5a1c0c0de', 'not_found'],
  ["1'--", 'invalid_input'],
])('an unknown track %j is refused as %s', async (id, code) => {
  const app = await emptyApp()
  const response = await app.call(`GET /api/proxy/tracks/${encodeURIComponent(id)}`)
  expect(response.json()).toMatchObject({ code, message: expect.stringMatching(/./) })
})

test('a database row that does not match the contract is an unexpected error, not invalid input', async () => {
  const app = await emptyApp()
  const { id } = await createTrack(app.db, {
    artistId: (await createUser(app, { role: 'artist' })).id,
  })
  await app.db.updateTable('tracks').set({ genre: 'Skiffle' }).where('id', '=', id).execute()

  const response = await app.call(`GET /api/proxy/tracks/${id}`)
  expect(response.statusCode).toBe(500)
  expect(response.json()).toMatchObject({ code: 'fault', requestId: expect.any(String) })
})

test('a cover is the same for each request and differs between tracks', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist' })
  const [one, other] = [
    await createTrack(app.db, { artistId: artist.id }),
    await createTrack(app.db, { artistId: artist.id }),
  ]
  const cover = (id: string) => app.call(`GET /public/tracks/${id}/cover.svg`)
  const first = await cover(one.id)
  expect(first.headers['content-type']).toBe('image/svg+xml')
  expect(first.headers['cache-control']).toBe('public, max-age=31536000')
  expect(first.body).toMatch(/^<svg .*<\/svg>$/)
  expect((await cover(one.id)).body).toBe(first.body)
  expect((await cover(other.id)).body).not.toBe(first.body)
})
