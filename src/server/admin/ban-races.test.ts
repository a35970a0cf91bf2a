// Bans at the same time as other bans and as what others do with the artist.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import {
  createTestApp,
  createTrack,
  createUser,
  type TestApp,
} from '../../../tests/support/test-app.ts'

/** Rows that differ between what is listed and what has to be. */
async function mislisted({ db }: TestApp) {
  const { rows } = await sql`
    select 'artist' as kind, artist_id as id from artists join users on users.id = artist_id
    where is_listed <> not banned
    union all
    select 'track', coalesce(track_search.track_id, listed_tracks.track_id)
    from track_search full join listed_tracks using (track_id)
    where track_search.track_id is null or listed_tracks.track_id is null
    union all
    select 'count', null from (
      select coalesce((select sum(artists) from artist_counts), 0) as counted,
        (select count(*) from artists where is_listed) as listed
    ) counts where counted <> listed
  `.execute(db)
  return rows
}

test('after 100 simultaneous bans and unbans the log alternates, ends with the state, and every count equals a recount', async () => {
  await using app = await createTestApp()
  const admins = [await createAdmin(app), await createAdmin(app)]
  const artists = [
    await createUser(app, { role: 'artist' }),
    await createUser(app, { role: 'artist' }),
  ]
  for (const { id: artistId } of artists)
    for (let count = 0; count < 3; count++) await createTrack(app.db, { artistId })
  const mia = await createUser(app)
  const calls = Array.from({ length: 100 }, (_, at) => {
    const [as, artist] = [admins[at % 2], artists[Math.floor(at / 2) % 2]]
    if (!as || !artist) throw new Error('No such user.')
    const step = at % 3 === 0 ? 'unban' : 'ban'
    const send = { artistId: artist.id }
    return [
      app.call(`POST /api/proxy/admin/${step}-user`, { as, send }),
      app.call(`POST /api/users/follow/${artist.id}`, { as: mia }),
    ]
  }).flat()
  const statuses = new Set((await Promise.all(calls)).map(({ statusCode }) => statusCode))
  // Who is banned at that moment cannot be followed, and follows are limited.
  expect([...statuses].filter((status) => ![200, 404, 429].includes(status))).toEqual([])

  expect(await mislisted(app)).toEqual([])
  for (const { id } of artists) {
    const logged = await app.db
      .selectFrom('admin_actions')
      .select('action')
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute()
    const actions = logged.map(({ action }) => action)
    expect(actions).toEqual(actions.map((_, at) => (at % 2 === 0 ? 'ban_user' : 'unban_user')))
    const { banned } = await app.db
      .selectFrom('users')
      .select('banned')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(banned).toBe(actions.at(-1) === 'ban_user')
  }
})
