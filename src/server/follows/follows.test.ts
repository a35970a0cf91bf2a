import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { followLimits } from '#rules/artists/follow-limits.ts'
import { createArtists } from '../../../tests/support/artists/create-artists.ts'
import { ban } from '../../../tests/support/catalogue/listing.ts'
import { sharedTestApp } from '../../../tests/support/shared-app.ts'
import {
  createTrack,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../tests/support/test-app.ts'

const sharedApp = sharedTestApp()

const follow = (app: TestApp, artistId: string, as?: TestUser) =>
  app.call(`POST /api/users/follow/${artistId}`, as ? { as } : {})
const unfollow = (app: TestApp, artistId: string, as?: TestUser) =>
  app.call(`POST /api/users/unfollow/${artistId}`, as ? { as } : {})

const followersOf = async (app: TestApp, artistId: string) =>
  (await app.call(`GET /public/users/${artistId}`)).json<{ numOfFollowers: number }>()
    .numOfFollowers

type Listed = { id: string; username: string }[]
const following = async (app: TestApp, as: TestUser) =>
  (await app.call('GET /api/users/following', { as })).json<{ following: Listed }>().following

test('a user follows artists and no longer follows them; both lists show it, and twice is as once (API-28, API-29, API-30, API-31, ROL-12, FOL-04)', async () => {
  const app = await sharedApp()
  const [mia, tom, ann] = [
    await createUser(app, { name: 'mia' }),
    await createUser(app, { role: 'artist', name: 'tom' }),
    await createUser(app, { role: 'artist', name: 'ann' }),
  ]
  // Of another user's follows nothing is listed.
  const [sam, eve] = [
    await createUser(app, { name: 'sam' }),
    await createUser(app, { role: 'artist', name: 'eve' }),
  ]
  for (const { id } of [ann, eve]) await follow(app, id, sam)
  for (const { id } of [tom, ann, tom]) {
    const followed = await follow(app, id, mia)
    expect(followed.json()).toEqual({ isFollowing: true })
  }
  expect(await following(app, mia)).toEqual([
    { id: ann.id, username: 'ann', displayName: 'ann', avatar: null },
    { id: tom.id, username: 'tom', displayName: 'tom', avatar: null },
  ])
  const followers = await app.call('GET /api/users/followers', { as: tom })
  expect(followers.json()).toEqual({
    followers: [{ id: mia.id, username: 'mia', displayName: 'mia', avatar: null }],
  })
  expect(await followersOf(app, tom.id)).toBe(1)

  for (let count = 0; count < 2; count++)
    expect((await unfollow(app, tom.id, mia)).json()).toEqual({ isFollowing: false })
  expect((await following(app, mia)).map(({ id }) => id)).toEqual([ann.id])
  expect([await followersOf(app, tom.id), await followersOf(app, ann.id)]).toEqual([0, 2])
  expect((await following(app, sam)).map(({ id }) => id)).toEqual([eve.id, ann.id])
})

test('a follow that is refused does not count towards the limit', async () => {
  const app = await sharedApp()
  const [mia, tom] = [await createUser(app), await createUser(app, { role: 'artist' })]
  const [{ max }] = followLimits
  const codes = async (count: number, artistId: string) => {
    const refused = new Set<string | undefined>()
    for (let call = 0; call < count; call++)
      refused.add((await follow(app, artistId, mia)).json<{ code?: string }>().code)
    return [...refused]
  }
  expect(await codes(max, randomUUID())).toEqual(['not_found'])
  expect(await codes(max, tom.id)).toEqual([undefined])
  expect(await codes(1, tom.id)).toEqual(['too_many_follows'])
})

test('visitors cannot follow, nobody follows themselves, and only listed artists are followed (FOL-02, ROL-08, D-108)', async () => {
  const app = await sharedApp()
  const [mia, tom] = [await createUser(app), await createUser(app, { role: 'artist' })]
  const code = async (artistId: string, as?: TestUser) => {
    const response = await follow(app, artistId, as)
    return [response.statusCode, response.json<{ code?: string }>().code]
  }
  expect(await code(tom.id)).toEqual([401, 'login_required'])
  expect((await unfollow(app, tom.id)).json()).toMatchObject({ code: 'login_required' })
  expect(await code(tom.id, tom)).toEqual([403, 'own_follow'])
  expect(await code(mia.id, tom)).toEqual([404, 'not_found'])
  expect(await code(randomUUID(), mia)).toEqual([404, 'not_found'])
  await follow(app, tom.id, mia)
  await ban(app.db, tom.id)
  expect(await code(tom.id, mia)).toEqual([404, 'not_found'])
  expect(await following(app, mia)).toEqual([])
  await ban(app.db, tom.id, false)
  expect(await following(app, mia)).toHaveLength(1)
})

test('after 200 simultaneous follows and unfollows each number of followers equals a recount, and none has failed', async () => {
  const app = await sharedApp()
  const artists: TestUser[] = []
  for (let count = 0; count < 4; count++) artists.push(await createUser(app, { role: 'artist' }))
  const users = [...artists]
  while (users.length < 10) users.push(await createUser(app))
  const calls = Array.from({ length: 200 }, (_, at) => {
    const [user, artist] = [users[at % users.length], artists[Math.floor(at / 10) % artists.length]]
    if (!user || !artist) throw new Error('No such user.')
    return (at * 7) % 3 === 0 ? unfollow(app, artist.id, user) : follow(app, artist.id, user)
  })
  const responses = await Promise.all(calls)
  const codes = new Set(responses.map((one) => one.json<{ code?: string }>().code ?? 'done'))
  expect(codes).toEqual(new Set(['done', 'own_follow']))
  const ids = artists.map(({ id }) => id)
  const counted = await app.db
    .selectFrom('artists')
    .select(['artist_id', 'followers'])
    .where('artist_id', 'in', ids)
    .execute()
  const stored = await app.db
    .selectFrom('follows')
    .select('artist_id')
    .where('artist_id', 'in', ids)
    .execute()
  expect(stored.length).toBeGreaterThan(5)
  expect(counted.map((artist) => artist.followers)).toEqual(
    counted.map(({ artist_id: id }) => stored.filter((one) => one.artist_id === id).length),
  )
})

test('a user over the limit is refused with the seconds to wait', async () => {
  const app = await sharedApp()
  const [mia, tom] = [await createUser(app), await createUser(app, { role: 'artist' })]
  const [{ max }] = followLimits
  for (let count = 0; count < max; count++)
    expect((await follow(app, tom.id, mia)).statusCode).toBe(200)
  const refused = await unfollow(app, tom.id, mia)
  expect([refused.statusCode, refused.json()]).toEqual([
    429,
    expect.objectContaining({ code: 'too_many_follows' }),
  ])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(await followersOf(app, tom.id)).toBe(1)
})

test('followed artists are listed in pages of 20 with their three newest listed tracks', async () => {
  const app = await sharedApp()
  const [mia, tom, ann] = [
    await createUser(app),
    await createUser(app, { role: 'artist', name: 'tom tenor' }),
    await createUser(app, { role: 'artist', name: 'ann alto' }),
  ]
  const upload = (artist: TestUser, title: string, day: number) =>
    createTrack(app.db, { artistId: artist.id, title, createdAt: new Date(Date.UTC(2026, 0, day)) })
  for (const [at, title] of ['Ash', 'Birch', 'Cedar', 'Damson'].entries())
    await upload(tom, title, at + 1)
  const { id: elm } = await upload(tom, 'Elm', 9)
  await app.call(`POST /api/proxy/tracks/${elm}/withdraw`, { as: tom, send: {} })
  await upload(ann, 'Fir', 5)
  for (const artist of [tom, ann]) await follow(app, artist.id, mia)

  type Page = {
    artists: { id: string; username: string; tracks: { title: string }[] }[]
    totalPages: number
    currentPage: number
  }
  const shown = async (page = '') => {
    const got = await app.call(`GET /api/users/following/tracks${page}`, { as: mia })
    return got.json<Page>()
  }
  const titles = ({ artists }: Page) =>
    artists.map(({ username, tracks }) => [username, tracks.map(({ title }) => title)])
  expect(titles(await shown())).toEqual([
    ['ann alto', ['Fir']],
    ['tom tenor', ['Damson', 'Cedar', 'Birch']],
  ])
  await ban(app.db, ann.id)
  expect(titles(await shown())).toEqual([['tom tenor', ['Damson', 'Cedar', 'Birch']]])
  const others = await createArtists(app.db, 20)
  const follows = others.map((id) => ({ follower_id: mia.id, artist_id: id }))
  await app.db.insertInto('follows').values(follows).execute()
  const [first, last] = [await shown(), await shown('?page=9')]
  expect([first.artists.length, first.totalPages, last.currentPage]).toEqual([20, 2, 2])
  expect(last.artists.map(({ id }) => id)).toEqual([tom.id])
})
