// The list of artists: orders, filters, search by name, and one artist's profile.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Artist } from '#contracts/artists/artists.ts'
import { artistSorts, type ArtistSort } from '#rules/artists/artist-search.ts'
import { ban } from '../../../tests/support/catalogue/listing.ts'
import {
  createArtists,
  rename,
  updateArtist,
} from '../../../tests/support/artists/create-artists.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { createTrack, createUser, type TestApp } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

type List = {
  users: Artist[]
  totalUsers: number
  totalPages: number
  currentPage: number
  searchedFor: string | null
}

async function list(app: TestApp, query: Record<string, string> = {}): Promise<List> {
  const response = await app.call(`GET /public/users/query?${new URLSearchParams(query)}`)
  expect([query, response.statusCode]).toEqual([query, 200])
  return response.json<List>()
}

const namesIn = ({ users }: List) => users.map(({ username }) => username)

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000)

test('a visitor gets pages of ten artists with their figures, and neither customers nor banned artists (API-23, ART-11, ART-20, ART-28, ROL-05, BUS-24)', async () => {
  const app = await emptyApp()
  await createUser(app, { name: 'A customer' })
  for (let at = 10; at < 22; at++) await createUser(app, { role: 'artist', name: `artist ${at}` })
  const banned = await createUser(app, { role: 'artist', name: 'Gone' })
  await ban(app.db, banned.id)

  const [first, second, beyond] = [
    await list(app, { orderBy: 'date-joined/ascending' }),
    await list(app, { orderBy: 'date-joined/ascending', page: '2' }),
    await list(app, { orderBy: 'date-joined/ascending', page: '99' }),
  ]
  expect(first).toMatchObject({ totalUsers: 12, totalPages: 2, currentPage: 1 })
  expect([...namesIn(first), ...namesIn(second)]).toEqual(
    Array.from({ length: 12 }, (_, at) => `artist ${at + 10}`),
  )
  expect(beyond).toEqual(second)
  expect(first.users[0]).toMatchObject({
    role: 'artist',
    numOfRatings: 0,
    averageTrackRating: null,
    availableForCommission: false,
    customerCommissionPrice: null,
  })
  expect(JSON.stringify(first)).not.toContain('@example.com')
})

test('each order is kept over the pages, read from either end, and ends in the id (ART-13, ART-14)', async () => {
  const app = await emptyApp()
  for (const [at, id] of (await createArtists(app.db, 24)).entries()) {
    await updateArtist(app.db, id, {
      commission_price_pence: at % 4 === 0 ? null : 1000 + (at % 5) * 100,
      commissions: at % 3,
      followers: at % 4,
      reviews: at % 5,
      tracks: at % 6,
      popularity: at % 7,
      rating_count: at % 2,
      rating_sum: (at % 2) * (1 + (at % 5)),
    })
  }
  const columns: Record<ArtistSort, string> = {
    popularity: 'popularity desc, artist_id desc',
    rating: 'rating_rank desc, artist_id desc',
    'commission-price': 'commission_price_pence, artist_id',
    'num-of-commissions': 'commissions desc, artist_id desc',
    'num-of-commissions/ascending': 'commissions, artist_id',
    'num-of-uploaded-tracks': 'tracks desc, artist_id desc',
    'num-of-uploaded-tracks/ascending': 'tracks, artist_id',
    'Num of Followers': 'followers desc, artist_id desc',
    'Num of Followers/ascending': 'followers, artist_id',
    'Num of Reviews': 'reviews desc, artist_id desc',
    'Num of Reviews/ascending': 'reviews, artist_id',
    'date-joined': 'joined_at desc, artist_id desc',
    'date-joined/ascending': 'joined_at, artist_id',
  }
  for (const orderBy of artistSorts) {
    const pages = []
    for (const page of ['1', '2', '3', '4', '5', '6'])
      pages.push(await list(app, { orderBy, page, limit: '5' }))
    const got = pages.slice(0, 5).flatMap(({ users }) => users.map(({ id }) => id))
    const { rows } = await sql<{ artist_id: string }>`
      select artist_id from artists order by ${sql.raw(columns[orderBy])}
    `.execute(app.db)
    expect([orderBy, got]).toEqual([orderBy, rows.map((row) => row.artist_id)])
    expect(pages[5]).toEqual(pages[4])
  }
  expect(await list(app)).toEqual(await list(app, { orderBy: 'popularity' }))
})

test('filters leave those artists who match all of them, with exact totals (ART-15, ART-16, ART-17)', async () => {
  const app = await emptyApp()
  const artists = [
    { name: 'today', days: 0, commissions: 60, takes: true },
    { name: 'lately', days: 5, commissions: 7, takes: true },
    { name: 'in spring', days: 60, commissions: 1, takes: false },
    { name: 'long ago', days: 400, commissions: 25, takes: true },
    { name: 'never', days: null, commissions: 0, takes: false },
  ]
  for (const { name, days, commissions, takes } of artists) {
    const { id } = await createUser(app, { role: 'artist', name })
    await updateArtist(app.db, id, {
      last_online_at: days === null ? null : daysAgo(days),
      commissions,
      commission_price_pence: 4000,
      wants_commissions: takes,
    })
  }
  const orderBy = 'date-joined/ascending'
  const cases: [Record<string, string>, string[]][] = [
    [{}, ['today', 'lately', 'in spring', 'long ago', 'never']],
    [{ lastOnlineWithin: '1' }, ['today']],
    [{ lastOnlineWithin: '7' }, ['today', 'lately']],
    [{ lastOnlineWithin: '90' }, ['today', 'lately', 'in spring']],
    [{ minCommissions: '1' }, ['today', 'lately', 'in spring', 'long ago']],
    [{ minCommissions: '10' }, ['today', 'long ago']],
    [{ minCommissions: '50' }, ['today']],
    [{ availableForCommission: 'true' }, ['today', 'lately', 'long ago']],
    [{ availableForCommission: 'false' }, ['in spring', 'never']],
    [
      { availableForCommission: 'true', lastOnlineWithin: '30', minCommissions: '5' },
      ['today', 'lately'],
    ],
    [{ availableForCommission: 'false', minCommissions: '5' }, []],
    [
      { lastOnlineWithin: '3', minCommissions: '2' },
      ['today', 'lately', 'in spring', 'long ago', 'never'],
    ],
  ]
  for (const [filters, expected] of cases) {
    const found = await list(app, { ...filters, orderBy })
    expect([filters, namesIn(found), found.totalUsers]).toEqual([
      filters,
      expected,
      expected.length,
    ])
    const sorted = await list(app, { ...filters, query: 'today' })
    expect(sorted.totalUsers).toBe(expected.includes('today') ? 1 : 0)
  }
})

test('an artist is found by words of either name, by their beginnings, without accents and with typos', async () => {
  const app = await emptyApp()
  const mara = await createUser(app, { role: 'artist', name: 'mara-ellis' })
  await rename(app.db, mara.id, 'Mára Ellis Quartet')
  for (const name of ['Tom Ellis', 'Jonas Quist', 'Winterbourne', 'Wenturbourne'])
    await createUser(app, { role: 'artist', name })
  const search = async (query: string) => {
    const { users, totalUsers, searchedFor } = await list(app, { query })
    expect(totalUsers).toBe(users.length)
    return [users.map(({ displayName }) => displayName).toSorted(), searchedFor]
  }
  expect(await search(' ellis ')).toEqual([['Mára Ellis Quartet', 'Tom Ellis'], null])
  expect(await search('mara')).toEqual([['Mára Ellis Quartet'], null])
  expect(await search('ELLIS qua')).toEqual([['Mára Ellis Quartet'], null])
  expect(await search('jonsa')).toEqual([['Jonas Quist'], 'jonas'])
  expect(await search('marra elis')).toEqual([['Mára Ellis Quartet'], 'mara ellis'])
  expect(await search('jonas ellis')).toEqual([
    ['Jonas Quist', 'Mára Ellis Quartet', 'Tom Ellis'],
    'jonas ellis',
  ])
  expect(await search('wintorbourne')).toEqual([['Winterbourne'], 'winterbourne'])
  expect((await search('wuntorbourne'))[0]).toEqual(['Wenturbourne', 'Winterbourne'])
  expect(await search('zzzzzz')).toEqual([[], null])
  for (const odd of ['%', '🎸', "'; drop table artists", 'x'.repeat(300), '\\', ':*', '& |'])
    expect((await search(odd))[0]).toEqual([])
  expect(namesIn(await list(app, { query: '   ' }))).toHaveLength(5)
})

test('of a name that many artists have, pages keep the order, totals are exact, and filters that leave none correct nothing', async () => {
  const app = await emptyApp()
  const ids = await createArtists(app.db, 1_200)
  await sql`
    update artists set popularity = place, commissions = place % 60
    from unnest(${ids}::uuid[]) with ordinality as placed (id, place) where artist_id = id
  `.execute(app.db)
  const [first, tenth, hundredth] = [
    await list(app, { query: 'artist' }),
    await list(app, { query: 'art', page: '10' }),
    await list(app, { query: 'artist', page: '100' }),
  ]
  for (const page of [first, tenth, hundredth])
    expect(page).toMatchObject({ totalUsers: 1_200, totalPages: 120, searchedFor: null })
  const idsIn = ({ users }: List) => users.map(({ id }) => id)
  expect([idsIn(first), idsIn(tenth), idsIn(hundredth)]).toEqual([
    ids.slice(-10).toReversed(),
    ids.slice(-100, -90).toReversed(),
    ids.slice(-1_000, -990).toReversed(),
  ])
  const busy = await list(app, { query: 'artist', minCommissions: '50', page: '2' })
  expect([busy.totalUsers, idsIn(busy).length, busy.currentPage]).toEqual([200, 10, 2])
  await createUser(app, { role: 'artist', name: 'Jonas Quist' })
  await createUser(app, { role: 'artist', name: 'Jonah Quist' })
  await sql`update artists set commissions = 50 where name = 'jonah quist'`.execute(app.db)
  expect(await list(app, { query: 'jonas', minCommissions: '50' })).toMatchObject({
    totalUsers: 0,
    searchedFor: null,
  })
  await ban(app.db, ids[1] ?? '')
  expect((await list(app, { query: 'artist' })).totalUsers).toBe(1_199)
})

test('a profile has the figures, the promise in words and the newest reviews; only artists have one (API-24, BUS-03, FMT-19)', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist' })
  const [mia, lea, sam] = [await createUser(app), await createUser(app), await createUser(app)]
  await updateArtist(app.db, artist.id, {
    commission_price_pence: 4000,
    wants_commissions: true,
    delivery_days: 14,
    included_revisions: 3,
    average_completion_hours: 36,
    about: 'I play softly.',
    instrument: 'Guitar',
  })
  for (const as of [mia, lea, sam])
    await app.call(`POST /api/proxy/users/review/${artist.id}`, { as, send: { review: as.id } })
  const profile = await app.call(`GET /public/users/${artist.id}`)
  expect(profile.json()).toMatchObject({
    about: 'I play softly.',
    artistInstrument: 'Guitar',
    customerCommissionPrice: 44.2,
    maxTimeTakenForCommission: '2 weeks',
    includedRevisions: 3,
    averageCommissionCompletionTimeHours: 36,
    averageCommissionCompletionTime: 1.5,
    numOfReviews: 3,
    reviews: [{ text: sam.id }, { text: lea.id }],
  })
  expect((await app.call(`GET /public/users/${mia.id}`)).json()).toMatchObject({
    code: 'not_found',
  })
  await ban(app.db, artist.id)
  expect((await app.call(`GET /public/users/${artist.id}`)).json()).toMatchObject({
    code: 'not_found',
  })
})

test('the featured artists take commissions, the most popular first, at most eight, each once (API-25, BUS-27)', async () => {
  const app = await emptyApp()
  for (let popularity = 0; popularity < 10; popularity++) {
    const { id } = await createUser(app, { role: 'artist', name: `artist ${popularity}` })
    const takes = popularity !== 7
    await updateArtist(app.db, id, {
      popularity,
      commission_price_pence: 4000,
      wants_commissions: takes,
    })
  }
  const response = await app.call('GET /public/artists/featured')
  expect(response.headers['cache-control']).toBe('public, max-age=60, stale-while-revalidate=300')
  const names = response.json<{ artists: Artist[] }>().artists.map(({ username }) => username)
  expect(names).toEqual([9, 8, 6, 5, 4, 3, 2, 1].map((popularity) => `artist ${popularity}`))
})

test('an artist is online when they call, noted at most once in some minutes (D-112)', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist' })
  const lastOnline = async () => (await list(app)).users[0]?.lastOnline ?? null
  await app.call('GET /api/proxy/auth/get-id-and-role', { as: artist })
  await expect.poll(lastOnline).not.toBeNull()
  const first = await lastOnline()
  expect(Date.now() - Date.parse(first ?? '')).toBeLessThan(60_000)
  await app.call('GET /api/proxy/auth/get-id-and-role', { as: artist })
  expect(await lastOnline()).toBe(first)
})

test('tracks, ratings and popularity are counted into the artist', async () => {
  const app = await emptyApp()
  const [artist, mia] = [await createUser(app, { role: 'artist' }), await createUser(app)]
  const shown = async () => (await list(app)).users[0]
  const one = await createTrack(app.db, { artistId: artist.id })
  await createTrack(app.db, { artistId: artist.id, title: 'Another' })
  await app.call(`POST /api/proxy/tracks/rate/${one.id}`, { as: mia, send: { rating: 4 } })
  expect(await shown()).toMatchObject({
    numOfUploadedTracks: 2,
    numOfRatings: 1,
    averageTrackRating: 4,
  })
  const withdrawn = await app.call(`POST /api/proxy/tracks/${one.id}/withdraw`, { as: artist })
  expect(withdrawn.statusCode).toBe(200)
  expect(await shown()).toMatchObject({ numOfUploadedTracks: 1, numOfRatings: 1 })
})
