// What the writes keep of each artist equals a recount, also after simultaneous writes.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openWorkStatuses } from '#rules/commissions/commission-process.ts'
import { refreshPopularity, countTrackActivity } from '#server/tracks/track-popularity.ts'
import { rename } from '../../../tests/support/artists/create-artists.ts'
import { ban } from '../../../tests/support/catalogue/listing.ts'
import { sharedTestApp } from '../../../tests/support/shared-app.ts'
import { createTrack, createUser, type TestApp } from '../../../tests/support/test-app.ts'
import { refreshArtistPopularity } from './artist-popularity.ts'

const sharedApp = sharedTestApp()

/** Artists whose figures differ from a recount. */
async function miscounted({ db }: TestApp) {
  const { rows } = await sql`
    select artists.*, recounted.*
    from artists
    join users on users.id = artist_id
    cross join lateral (
      select
        (select count(*) from follows where follows.artist_id = artists.artist_id) as follows,
        (select count(*) from reviews where reviews.artist_id = artists.artist_id and taken_down_at is null) as written,
        (
          select count(*) from commissions
          where commissions.artist_id = artists.artist_id and status = any(${openWorkStatuses}::text[])
        ) as open_work,
        count(*) filter (where withdrawn_at is null) as listed,
        coalesce(sum(tracks.rating_count), 0) as ratings,
        coalesce(sum(tracks.rating_sum), 0) as stars
      from tracks where tracks.artist_id = artists.artist_id
    ) recounted
    where (followers, reviews, open_commissions, tracks, rating_count, rating_sum, is_listed)
      is distinct from (follows, written, open_work, listed, ratings, stars, not users.banned)
  `.execute(db)
  return rows
}

test('after simultaneous ratings, follows, reviews, withdrawals, bans and unbans each figure equals a recount, and none has failed', async () => {
  const app = await sharedApp()
  const artists = [
    await createUser(app, { role: 'artist' }),
    await createUser(app, { role: 'artist' }),
  ]
  const users = [await createUser(app), await createUser(app), await createUser(app)]
  const tracks: { id: string; cookie: string }[] = []
  for (const { id: artistId, cookie } of artists)
    for (let count = 0; count < 3; count++)
      tracks.push({ ...(await createTrack(app.db, { artistId })), cookie })
  const call = (route: string, cookie: string, send: object = {}) =>
    app.call(route, { send, headers: { cookie } })
  const calls = Array.from({ length: 150 }, (_, at) => {
    const user = users[at % users.length]?.cookie ?? ''
    const artist = artists[at % artists.length]
    const track = tracks[at % tracks.length]
    if (!artist || !track) throw new Error('No such artist.')
    return [
      () => call(`POST /api/proxy/tracks/rate/${track.id}`, user, { rating: (at % 5) + 1 }),
      () => call(`POST /api/users/follow/${artist.id}`, user),
      () => call(`POST /api/users/unfollow/${artist.id}`, user),
      () => call(`POST /api/proxy/users/review/${artist.id}`, user, { review: `at ${at}` }),
      () => call(`POST /api/proxy/tracks/${track.id}/withdraw`, track.cookie),
      () => call(`POST /api/proxy/tracks/${track.id}/restore`, track.cookie),
    ][at % 6]
  })
  // The first artist is banned and unbanned all the while.
  const bans = Array.from(
    { length: 50 },
    (_, at) => () => ban(app.db, artists[0]?.id ?? '', at % 2 === 0),
  )
  const mixed = calls.flatMap((one, at) => [one, at % 3 === 0 ? bans[at / 3] : undefined])
  const responses = await Promise.all(mixed.map(async (one) => one?.()))
  const failed = responses.flatMap((one) =>
    one && 'statusCode' in one && one.statusCode >= 500 ? [one.body] : [],
  )
  expect(failed).toEqual([])
  await ban(app.db, artists[0]?.id ?? '', false)
  const { written } = await app.db
    .selectFrom('reviews')
    .select((eb) => eb.fn.countAll<string>().as('written'))
    .where(
      'artist_id',
      'in',
      artists.map(({ id }) => id),
    )
    .executeTakeFirstOrThrow()
  expect(Number(written)).toBeGreaterThan(0)
  expect(await miscounted(app)).toEqual([])
})

test('an account becomes an artist with the figures it has, and a new name is found', async () => {
  const app = await sharedApp()
  const mia = await createUser(app, { name: 'mia lang' })
  const found = async (query: string) =>
    (await app.call(`GET /public/users/query?query=${query}`)).json<{ totalUsers: number }>()
      .totalUsers
  expect(await found('lang')).toBe(0)
  await app.call('POST /api/accounts/become-artist', { as: mia, send: {} })
  expect(await found('lang')).toBe(1)
  await rename(app.db, mia.id, 'Nightingale')
  expect([await found('nightingle'), await found('lang')]).toEqual([1, 1])
  expect(await miscounted(app)).toEqual([])
  await app.db.deleteFrom('users').where('id', '=', mia.id).execute()
  expect(await found('lang')).toBe(0)
})

test('an artist is as popular as their listed tracks together', async () => {
  const app = await sharedApp()
  const { id: artistId } = await createUser(app, { role: 'artist' })
  for (const title of ['One', 'Two']) {
    const { id } = await createTrack(app.db, { artistId, title })
    await countTrackActivity(app.db, id, 'purchases')
  }
  await refreshPopularity(app.db)
  await refreshArtistPopularity(app.db)
  const { rows } = await sql<{ artist: number; tracks: number }>`
    select
      artists.popularity as artist,
      (select sum(popularity) from listed_tracks where artist_id = ${artistId}) as tracks
    from artists where artist_id = ${artistId}
  `.execute(app.db)
  expect(rows[0]?.artist).toBeGreaterThan(0)
  expect(rows[0]?.artist).toBeCloseTo(rows[0]?.tracks ?? 0)
})
