import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ban } from '../../../tests/support/catalogue/listing.ts'
import { addRatings } from '../../../tests/support/catalogue/add-ratings.ts'
import { sharedTestApp } from '../../../tests/support/shared-app.ts'
import {
  createTrack,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../tests/support/test-app.ts'

const sharedApp = sharedTestApp()

/** Tracks whose figures differ from a recount of their ratings, in the table or in the catalogue. */
async function miscounted({ db }: TestApp) {
  const { rows } = await sql`
    select tracks.id, rating_count, rating_sum, rating
    from tracks
    left join listed_tracks on listed_tracks.id = tracks.id
    cross join lateral (
      select count(*) as count, coalesce(sum(stars), 0) as sum from ratings where ratings.track_id = tracks.id
    ) recounted
    where rating_count <> count or rating_sum <> sum or rating is distinct from rating_rank(rating_count, rating_sum)
  `.execute(db)
  return rows
}

const deleteAccount = (app: TestApp, as: TestUser) =>
  app.call('POST /api/account/deletion', { as, send: { password: 'sing it to me' } })

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
  const app = await sharedApp()
  const artists = [
    await createUser(app, { role: 'artist' }),
    await createUser(app, { role: 'artist' }),
  ]
  const tracks: { id: string; artistId: string }[] = []
  for (const { id: artistId } of artists)
    for (let count = 0; count < 3; count++)
      tracks.push({ artistId, id: (await createTrack(app.db, { artistId })).id })
  const leaving = [await createUser(app), await createUser(app)]
  for (const { id } of tracks)
    await addRatings(
      app.db,
      id,
      leaving.map((user) => ({ userId: user.id, stars: 3 })),
    )
  const raters: TestUser[] = [...artists]
  while (raters.length < 14) raters.push(await createUser(app))

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
  const deletions = leaving.map((as) => () => deleteAccount(app, as))
  const bannedId = artists[0]?.id ?? ''
  const setBanned = (banned: boolean) => () => ban(app.db, bannedId, banned)
  const all = [...ratings, ...deletions, setBanned(true), setBanned(false)]
  expect(all).toHaveLength(200)
  // The deletions and the bans are among the ratings.
  const mixed = all.toSorted(
    (one, other) => ((all.indexOf(one) * 7) % 200) - ((all.indexOf(other) * 7) % 200),
  )
  await Promise.all(mixed.map((call) => call()))

  expect(answers).toHaveLength(196)
  expect(answers.filter((one) => !possibleCodes(one, bannedId).includes(one.code))).toEqual([])
  await setBanned(false)()
  const given = await app.db
    .selectFrom('ratings')
    .select('user_id')
    .where(
      'track_id',
      'in',
      tracks.map(({ id }) => id),
    )
    .execute()
  // At least those of twelve customers for the three tracks of the artist who is not banned.
  expect(given.length).toBeGreaterThanOrEqual(36)
  // Ratings of a deleted account count on, without a name.
  expect(given.filter((one) => leaving.some(({ id }) => id === one.user_id))).toHaveLength(12)
  expect(await miscounted(app)).toEqual([])
})

test('a user over the limit is refused with the seconds to wait, also when the calls are simultaneous', async () => {
  const app = await sharedApp()
  const artist = await createUser(app, { role: 'artist' })
  const { id } = await createTrack(app.db, { artistId: artist.id })
  const [mia, sam] = [await createUser(app), await createUser(app)]
  const call = (kind: 'rate' | 'comment', as: TestUser) =>
    app.call(`POST /api/proxy/tracks/${kind}/${id}`, {
      as,
      send: kind === 'rate' ? { rating: 4 } : { comment: 'Lovely' },
    })
  for (const [kind, max, code] of [
    ['comment', 5, 'too_many_comments'],
    ['rate', 20, 'too_many_ratings'],
  ] as const) {
    const responses = await Promise.all(Array.from({ length: max + 3 }, () => call(kind, mia)))
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
  const app = await sharedApp()
  const artist = await createUser(app, { role: 'artist' })
  const { id } = await createTrack(app.db, { artistId: artist.id })
  const mia = await createUser(app)
  await app.call(`POST /api/proxy/tracks/rate/${id}`, { as: mia, send: { rating: 5 } })

  await app.db.transaction().execute(async (tx) => {
    const held = await sql`
      select from notifications where user_id = ${artist.id} and kind = 'rating' for update
    `.execute(tx)
    expect(held.rows).toHaveLength(1)
    expect((await deleteAccount(app, mia)).statusCode).toBe(200)
  })

  expect(await miscounted(app)).toEqual([])
})

test('an account that is deleted while it rates has rated before, or is refused', async () => {
  const app = await sharedApp()
  const artist = await createUser(app, { role: 'artist' })
  const { id } = await createTrack(app.db, { artistId: artist.id })
  const users = []
  while (users.length < 8) users.push(await createUser(app))
  const ratings = users.map((as) =>
    app.call(`POST /api/proxy/tracks/rate/${id}`, { as, send: { rating: 5 } }),
  )
  const deletions = users.map((as) => deleteAccount(app, as))
  const codes = (await Promise.all(ratings)).map(
    (response) => response.json<{ code?: string }>().code ?? 'done',
  )
  for (const deleted of await Promise.all(deletions)) expect(deleted.statusCode).toBe(200)
  expect(new Set(codes).difference(new Set(['done', 'rating_login_required']))).toEqual(new Set())
  const given = await app.db
    .selectFrom('ratings')
    .select('user_id')
    .where('track_id', '=', id)
    .execute()
  expect(given).toHaveLength(codes.filter((code) => code === 'done').length)
  expect(await miscounted(app)).toEqual([])
})
