import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  createTestApp,
  createTrack,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../tests/support/test-app.ts'

/** Tracks whose figures differ from a recount of their ratings, in the table or in the catalogue. */
async function miscounted({ db }: TestApp) {
  const { rows } = await sql`
    select tracks.id, rating_count, rating_sum, rating
    from tracks
    left join track_search on track_search.track_id = tracks.id
    cross join lateral (
      select count(*) as count, coalesce(sum(stars), 0) as sum from ratings where ratings.track_id = tracks.id
    ) recounted
    where rating_count <> count or rating_sum <> sum or rating is distinct from coalesce(rating_rank, 0)
  `.execute(db)
  return rows
}

/** Users who rated every track, in this order; they only wait to be deleted. */
async function createRaters({ db }: TestApp, trackIds: string[], count: number) {
  const ids = Array.from({ length: count }, () => randomUUID())
  await db
    .insertInto('users')
    .values(ids.map((id) => ({ id, email: id, username: id, avatar: null })))
    .execute()
  const ratings = ids.flatMap((id) =>
    trackIds.map((trackId) => ({ track_id: trackId, user_id: id, stars: 3 })),
  )
  await db.insertInto('ratings').values(ratings).execute()
  return ids
}

type Answer = { raterId: string; artistId: string; code: string }

/** An artist rates own tracks, too; while an artist is banned, their tracks are not found and they may do nothing. */
function possibleCodes({ raterId, artistId }: Answer, bannedId: string): string[] {
  const code = raterId === artistId ? 'own_track_rated' : 'done'
  return [
    code,
    ...(raterId === bannedId ? ['banned'] : []),
    ...(artistId === bannedId ? ['not_found'] : []),
  ]
}

test('after 200 simultaneous ratings, changes and deleted accounts each average equals a recount, and none has failed (RAT-16)', async () => {
  await using app = await createTestApp()
  const artists = [
    await createUser(app, { role: 'artist' }),
    await createUser(app, { role: 'artist' }),
  ]
  const tracks: { id: string; artistId: string }[] = []
  for (const { id: artistId } of artists)
    for (let count = 0; count < 3; count++)
      tracks.push({ artistId, id: (await createTrack(app.db, { artistId })).id })
  const ids = tracks.map(({ id }) => id)
  // In opposite orders: locks taken in the order of the rows would be a deadlock.
  const leaving: string[] = [
    ...(await createRaters(app, ids, 15)),
    ...(await createRaters(app, ids.toReversed(), 15)),
  ]
  const raters: TestUser[] = [...artists]
  while (raters.length < 12) raters.push(await createUser(app))

  const answers: Answer[] = []
  const rate = async (as: TestUser, at: number) => {
    const { id, artistId } = tracks[at % tracks.length] ?? { id: '', artistId: '' }
    const response = await app.call(`POST /api/proxy/tracks/rate/${id}`, {
      as,
      send: { rating: (at % 5) + 1 },
    })
    const { code = 'done' } = response.json<{ code?: string }>()
    answers.push({ raterId: as.id, artistId, code })
  }
  const ratings = raters.flatMap((as, user) =>
    Array.from({ length: 14 }, (_, round) => () => rate(as, user * 5 + round)),
  )
  const deletions = leaving.map(
    (id) => () => app.db.deleteFrom('users').where('id', '=', id).execute(),
  )
  const bannedId = artists[0]?.id ?? ''
  const ban = (banned: boolean) => () =>
    app.db.updateTable('users').set({ banned }).where('id', '=', bannedId).execute()
  const all = [...ratings, ...deletions, ban(true), ban(false)]
  expect(all).toHaveLength(200)
  // Mixed: every seventh is a deletion or a ban.
  const mixed = all.toSorted(
    (one, other) => ((all.indexOf(one) * 7) % 200) - ((all.indexOf(other) * 7) % 200),
  )
  await Promise.all(mixed.map((call) => call()))

  expect(answers).toHaveLength(168)
  expect(answers.filter((one) => !possibleCodes(one, bannedId).includes(one.code))).toEqual([])
  await ban(false)()
  const given = await app.db.selectFrom('ratings').select('user_id').execute()
  // At least those of ten customers for the three tracks of the artist who is not banned.
  expect(given.length).toBeGreaterThanOrEqual(30)
  expect(given.filter((one) => leaving.includes(one.user_id))).toEqual([])
  expect(await miscounted(app)).toEqual([])
})

test('a user over the limit is refused with the seconds to wait, also when the calls are simultaneous', async () => {
  await using app = await createTestApp()
  const artist = await createUser(app, { role: 'artist' })
  const { id } = await createTrack(app.db, { artistId: artist.id })
  const [mia, sam] = [await createUser(app), await createUser(app)]
  const call = (kind: 'rate' | 'comment', as: TestUser) =>
    app.call(`POST /api/proxy/tracks/${kind}/${id}`, {
      as,
      send: kind === 'rate' ? { rating: 4 } : { comment: 'Lovely' },
    })
  for (const [kind, most, code] of [
    ['comment', 5, 'too_many_comments'],
    ['rate', 20, 'too_many_ratings'],
  ] as const) {
    const responses = await Promise.all(Array.from({ length: most + 3 }, () => call(kind, mia)))
    const refused = responses.filter(({ statusCode }) => statusCode !== 200)
    expect(refused).toHaveLength(3)
    for (const response of refused) {
      expect([response.statusCode, response.json()]).toEqual([
        429,
        expect.objectContaining({ code }),
      ])
      const seconds = Number(response.headers['retry-after'])
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(60)
    }
    expect((await call(kind, sam)).statusCode).toBe(200)
  }
  await app.db.updateTable('rate_limits').set({ last_request: '0' }).execute()
  expect((await call('comment', mia)).statusCode).toBe(200)
  const { rows } =
    await sql`select user_id, count(*)::integer as count from comments group by 1`.execute(app.db)
  expect(rows).toContainEqual({ user_id: mia.id, count: 6 })
})

test('deleting a rater never waits for the notification of ratings, which a rating that waits for the deletion may hold (RAT-16)', async () => {
  await using app = await createTestApp()
  const artist = await createUser(app, { role: 'artist' })
  const { id } = await createTrack(app.db, { artistId: artist.id })
  const mia = await createUser(app)
  await app.call(`POST /api/proxy/tracks/rate/${id}`, { as: mia, send: { rating: 5 } })

  await app.db.transaction().execute(async (tx) => {
    const held = await sql`select from notifications where kind = 'rating' for update`.execute(tx)
    expect(held.rows).toHaveLength(1)
    await app.db.deleteFrom('users').where('id', '=', mia.id).execute()
  })

  expect(await miscounted(app)).toEqual([])
})

test('an account that is deleted while it rates leaves no rating behind', async () => {
  await using app = await createTestApp()
  const artist = await createUser(app, { role: 'artist' })
  const { id } = await createTrack(app.db, { artistId: artist.id })
  const users = []
  while (users.length < 8) users.push(await createUser(app))
  const responses = await Promise.all(
    users.flatMap((as) => [
      app.call(`POST /api/proxy/tracks/rate/${id}`, { as, send: { rating: 5 } }),
      app.db
        .deleteFrom('users')
        .where('id', '=', as.id)
        .execute()
        .then(() => null),
    ]),
  )
  const codes = responses.flatMap((response) =>
    response === null ? [] : [response.json<{ code?: string }>().code ?? 'done'],
  )
  expect(new Set(codes).difference(new Set(['done', 'rating_login_required']))).toEqual(new Set())
  expect(await app.db.selectFrom('ratings').selectAll().execute()).toEqual([])
  expect(await miscounted(app)).toEqual([])
})
