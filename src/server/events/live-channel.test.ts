import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeWav, strummedChord } from '#server/gateways/audio/audio-samples.ts'
import { openEventStream } from '../../../tests/support/event-stream.ts'
import { createArtistWithPayouts } from '../../../tests/support/shopping.ts'
import {
  createTestApp,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../tests/support/test-app.ts'
import { upload } from '../../../tests/support/uploading.ts'
import { publish, type SiteEvent } from './site-events.ts'
import { sharedTestApp } from '../../../tests/support/shared-app.ts'

const sharedApp = sharedTestApp()

const song = makeWav({ waveform: strummedChord(), seconds: 6 })
const uploadId = '0b94ea4c-3a6e-4a0e-8a4e-1b7f1c0e9d10'
const resync = { name: 'resync' }
const changed = { name: 'uploadChanged', uploadId }

const listen = async ({ http }: TestApp) =>
  http.server.listening ? http.listeningOrigin : http.listen({ host: '127.0.0.1', port: 0 })

const commit = (app: TestApp, event: SiteEvent) =>
  app.db.transaction().execute((tx) => publish(tx, event))

test('an artist is told of each change of their upload; another artist, a customer and a visitor are not', async () => {
  const app = await sharedApp()
  const address = await listen(app)
  const [rosa, sam] = [await createArtistWithPayouts(app), await createArtistWithPayouts(app)]
  await using own = await openEventStream(address, rosa)
  await using foreign = await openEventStream(address, sam)
  await using customer = await openEventStream(address, await createUser(app))
  await using visitor = await openEventStream(address)
  await app.eventsArrived()
  const { id } = (await upload(app, { as: rosa, file: song })).json<{ id: string }>()

  await app.work()

  const state = await app.call(`GET /api/proxy/uploads/${id}`, { as: rosa })
  expect(state.json()).toMatchObject({ state: 'listed' })
  await app.eventsArrived()
  await expect.poll(() => own.events().length).toBeGreaterThan(2)
  expect(own.events().filter(({ name }) => name !== 'resync')).toEqual(
    expect.arrayContaining([{ name: 'uploadChanged', uploadId: id }]),
  )
  for (const { events } of [foreign, customer, visitor]) {
    expect(events().filter(({ name }) => name !== 'resync')).toEqual([])
  }
})

test('an event names the upload and nothing else', async () => {
  const app = await sharedApp()
  const address = await listen(app)
  const artist = await createUser(app, { role: 'artist' })
  await using stream = await openEventStream(address, artist)
  await app.eventsArrived()
  await commit(app, { name: 'uploadChanged', uploadId, artistId: artist.id })
  await expect.poll(() => stream.events().at(-1)).toEqual(changed)
  expect(stream.text()).toMatch(/^retry: [2-5]\d{3}\n\ndata: \{"name":"resync"\}\n\n/)
})

test('proxies and compression leave the stream as it is', async () => {
  const app = await sharedApp()
  const headers = { 'accept-encoding': 'gzip, br' }
  await using stream = await openEventStream(await listen(app), { headers })
  expect([stream.status, stream.headers['content-type']]).toEqual([200, 'text/event-stream'])
  expect(stream.headers).toMatchObject({
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  expect(stream.headers).not.toHaveProperty('content-encoding')
})

test('after a broken connection to the database a stream goes on, and fetches what it may have missed', async () => {
  await using app = await createTestApp()
  const artist = await createUser(app, { role: 'artist' })
  await using stream = await openEventStream(await listen(app), artist)
  await app.eventsArrived()
  // What the stream was sent at its beginning has arrived, too.
  await commit(app, { name: 'uploadChanged', uploadId, artistId: artist.id })
  await expect.poll(() => stream.events().at(-1)).toEqual(changed)
  const before = stream.events().length

  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'undersong-events'
  `.execute(app.db)

  await expect.poll(() => stream.events().slice(before)).toEqual([resync])
  await commit(app, { name: 'uploadChanged', uploadId, artistId: artist.id })
  await expect.poll(() => stream.events().at(-1)).toEqual(changed)
  expect(stream.isEnded()).toBe(false)
})

test('logging out ends the streams of that session, a ban all of the user; those of others go on', async () => {
  const app = await sharedApp()
  const address = await listen(app)
  const [mia, sam] = [await createUser(app), await createUser(app)]
  const again = await app.call('POST /api/accounts/log-in', {
    send: { email: mia.email, password: 'sing it to me' },
  })
  const cookie = again.cookies.map((one) => `${one.name}=${one.value}`).join('; ')
  await using first = await openEventStream(address, mia)
  await using second = await openEventStream(address, { cookie })
  await using other = await openEventStream(address, sam)
  await app.eventsArrived()

  await app.call('POST /api/accounts/log-out', { as: mia, send: {} })
  await expect.poll(() => first.isEnded()).toBe(true)
  expect([second.isEnded(), other.isEnded()]).toEqual([false, false])

  await app.db.updateTable('users').set({ banned: true }).where('id', '=', mia.id).execute()
  await commit(app, { name: 'sessionsChanged', userId: mia.id })
  await expect.poll(() => second.isEnded()).toBe(true)
  expect(other.isEnded()).toBe(false)
})

test('a new password tells the pages of other sessions, not those of the session whose cookie it replaces', async () => {
  const app = await sharedApp()
  const address = await listen(app)
  const mia = await createUser(app)
  const again = await app.call('POST /api/accounts/log-in', {
    send: { email: mia.email, password: 'sing it to me' },
  })
  const cookie = again.cookies.map((one) => `${one.name}=${one.value}`).join('; ')
  await using here = await openEventStream(address, mia)
  await using elsewhere = await openEventStream(address, { cookie })
  await app.eventsArrived()

  await app.call('POST /api/account/password', {
    as: mia,
    send: { currentPassword: 'sing it to me', newPassword: 'another song to sing' },
  })

  await expect.poll(() => [here.isEnded(), elsewhere.isEnded()]).toEqual([true, true])
  const toldOf = (stream: typeof here) => stream.events().filter(({ name }) => name !== 'resync')
  expect(toldOf(elsewhere)).toEqual([{ name: 'accountChanged' }])
  expect(toldOf(here)).toEqual([])
})

test('the check of a stream is no use of its session', async () => {
  const app = await sharedApp()
  const address = await listen(app)
  const [rosa, mia] = [await createUser(app), await createUser(app)]
  const again = await app.call('POST /api/accounts/log-in', {
    send: { email: rosa.email, password: 'sing it to me' },
  })
  const cookie = again.cookies.map((one) => `${one.name}=${one.value}`).join('; ')
  await using stream = await openEventStream(address, rosa)
  await using ended = await openEventStream(address, { cookie })
  await app.eventsArrived()
  const anHourAgo = new Date(Date.now() - 60 * 60_000)
  await app.db
    .updateTable('sessions')
    .set({ last_used_at: anHourAgo })
    .where('user_id', 'in', [rosa.id, mia.id])
    .execute()
  await app.db
    .deleteFrom('sessions')
    .where('token', '=', decodeURIComponent(cookie).split(/[=.]/)[2] ?? '')
    .execute()

  await commit(app, { name: 'sessionsChanged', userId: rosa.id })
  await expect.poll(() => ended.isEnded()).toBe(true)
  // Uses are noted in their order.
  await app.call('GET /api/proxy/auth/get-id-and-role', { as: mia })
  const lastUse = async ({ id }: TestUser) => {
    const sessions = app.db.selectFrom('sessions').select('last_used_at').where('user_id', '=', id)
    return (await sessions.executeTakeFirstOrThrow()).last_used_at
  }
  await expect.poll(() => lastUse(mia)).not.toEqual(anHourAgo)
  expect(await lastUse(rosa)).toEqual(anHourAgo)
  expect(stream.isEnded()).toBe(false)
})

test('a banned artist is told nothing', async () => {
  const app = await sharedApp()
  const artist = await createUser(app, { role: 'artist' })
  await app.db.updateTable('users').set({ banned: true }).where('id', '=', artist.id).execute()
  await using stream = await openEventStream(await listen(app), artist)
  await app.eventsArrived()
  await commit(app, { name: 'uploadChanged', uploadId, artistId: artist.id })
  await app.eventsArrived()
  expect(stream.events()).not.toContainEqual(changed)
})

test('another site cannot open a stream', async () => {
  const app = await sharedApp()
  const address = await listen(app)
  for (const headers of [{ origin: 'https://evil.test' }, { 'sec-fetch-site': 'cross-site' }]) {
    await using stream = await openEventStream(address, { headers })
    expect([stream.status, JSON.parse(stream.text() || '{}')]).toMatchObject([403, {}])
  }
})

test('an app that stops ends its streams and does not wait for them', async () => {
  await using app = await createTestApp()
  await using stream = await openEventStream(await listen(app))
  await app.http.close()
  await expect.poll(() => stream.isEnded()).toBe(true)
})
