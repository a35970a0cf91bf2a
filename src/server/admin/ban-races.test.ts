// Bans at the same time as other bans and as what others do with the artist.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listenForEvents } from '#server/events/listen-for-events.ts'
import { eventsArrived } from '../../../tests/support/events-arrived.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { createTrack, createUser, type TestApp } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

/** Rows that differ between what is listed and what has to be. */
async function mislisted({ db }: TestApp) {
  const { rows } = await sql`
    select 'artist' as kind, artist_id as id from artists join users on users.id = artist_id
    where is_listed <> not banned
    union all
    select 'track', id from listed_tracks full join listable_tracks using (id)
    where listed_tracks.artist_id is null or listable_tracks.artist_id is null
  `.execute(db)
  return rows
}

test('a ban and an unban each tell every process once that the sessions and the artist have changed', async () => {
  const app = await emptyApp()
  const [admin, tom] = [await createAdmin(app), await createUser(app, { role: 'artist' })]
  const events = listenForEvents(app.databaseUrl, app.http.log)
  const heard: string[] = []
  events.subscribe({
    onEvent(event) {
      if (event.name === 'sessionsChanged') heard.push(`sessions of ${event.userId}`)
      if (event.name === 'artistChanged') heard.push(`artist ${event.artistId}`)
    },
    onMissed: () => {},
  })
  await eventsArrived(app.db, events)
  for (const verb of ['ban', 'unban']) {
    heard.length = 0
    const send = { artistId: tom.id }
    await app.call(`POST /api/proxy/admin/${verb}-user`, { as: admin, send })
    await eventsArrived(app.db, events)
    expect(heard.toSorted()).toEqual([`artist ${tom.id}`, `sessions of ${tom.id}`])
  }
  await events.stop()
})

test('after 100 simultaneous bans and unbans the log alternates, ends with the state, and what is listed is what has to be', async () => {
  const app = await emptyApp()
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
