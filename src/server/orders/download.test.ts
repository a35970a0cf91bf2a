import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeWav, strummedChord } from '#server/gateways/audio/audio-samples.ts'
import { withdrawTrack } from '#server/tracks/track-commands.ts'
import {
  createUser,
  createTrack,
  createTestApp,
  type TestApp,
  type TestUser,
} from '../../../tests/support/test-app.ts'
import { cannedAudio } from '../../../tests/support/canned-audio.ts'
import { activityOf, createArtistWithPayouts, paidCart } from '../../../tests/support/shopping.ts'
import { details, upload } from '../../../tests/support/uploading.ts'
import { sharedTestApp } from '../../../tests/support/shared-app.ts'

const sharedApp = sharedTestApp({ audio: cannedAudio })

const song = makeWav({ waveform: strummedChord(), seconds: 6 })

async function createSoldTrack(app: TestApp) {
  const [artist, buyer] = [await createArtistWithPayouts(app), await createUser(app)]
  const { id } = (
    await upload(app, { as: artist, file: song, fields: { ...details, title: 'Née à “Skye”' } })
  ).json<{ id: string }>()
  await app.work()
  await paidCart(app, buyer, [id])
  return { artist, buyer, id }
}

test('the buyer downloads exactly the uploaded bytes, with the correct file name (ROL-11, CHK-08, CHK-09)', async () => {
  const app = await sharedApp()
  const { artist, buyer, id } = await createSoldTrack(app)
  const { id: otherId } = await createTrack(app.db, { artistId: artist.id })
  const response = await app.call(`GET /api/proxy/tracks/download/${id}`, { as: buyer })
  expect(response.rawPayload.equals(song)).toBe(true)
  expect(response.headers).toMatchObject({
    'content-type': 'audio/wav',
    'content-length': String(song.length),
    'cache-control': 'private, no-store',
    'content-disposition': `attachment; filename="Nee a Skye.wav"; filename*=UTF-8''N%C3%A9e%20%C3%A0%20%E2%80%9CSkye%E2%80%9D.wav`,
  })
  expect(await activityOf(app.db, 'downloads')).toMatchObject({
    [id]: 1,
    [otherId]: 0,
  })
})

test('a stored file that has been truncated is not sent', async () => {
  const app = await sharedApp()
  const { buyer, id } = await createSoldTrack(app)
  for (const bytes of [1000, 0]) {
    await truncate(join(app.folder, 'files', 'originals', id), bytes)
    const response = await app.call(`GET /api/proxy/tracks/download/${id}`, {
      as: buyer,
      headers: { range: 'bytes=-5' },
    })
    expect([response.statusCode, response.headers.etag]).toEqual([500, undefined])
  }
  expect(await activityOf(app.db, 'downloads')).toMatchObject({ [id]: 0 })
})

test('a file is sent even if its download cannot be counted', async () => {
  await using app = await createTestApp({ audio: cannedAudio })
  const { buyer, id } = await createSoldTrack(app)
  await sql`alter table track_activity rename to elsewhere`.execute(app.db)
  const download = await app.call(`GET /api/proxy/tracks/download/${id}`, { as: buyer })
  expect(download.rawPayload.equals(song)).toBe(true)
  expect((await app.call(`GET /public/tracks/${id}/preview.mp3`)).statusCode).toBe(200)
})

test('an interrupted download can be resumed', async () => {
  const app = await sharedApp()
  const { buyer, id } = await createSoldTrack(app)
  const part = await app.call(`GET /api/proxy/tracks/download/${id}`, {
    as: buyer,
    headers: { range: 'bytes=1000-1999' },
  })
  expect([part.statusCode, part.headers['content-range']]).toEqual([
    206,
    `bytes 1000-1999/${song.length}`,
  ])
  expect(part.rawPayload.equals(song.subarray(1000, 2000))).toBe(true)
  const beyond = await app.call(`GET /api/proxy/tracks/download/${id}`, {
    as: buyer,
    headers: { range: `bytes=${song.length}-` },
  })
  expect(beyond.statusCode).toBe(416)
})

test('no other user gets any byte of the full file, by any URL', async () => {
  const app = await sharedApp()
  const { artist, id } = await createSoldTrack(app)
  const other = await createUser(app)
  const row = await app.db
    .selectFrom('tracks')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const addresses = [
    `/api/proxy/tracks/download/${id}`,
    `/api/proxy/tracks/download/${row.original_key}`,
    `/public/tracks/${id}/preview.mp3`,
    `/public/tracks/${id}/preview.mp3/../../../files/${row.original_key}`,
    `/public/tracks/${id}/original`,
    `/${row.original_key}`,
    `/files/${row.original_key}`,
    `/public/${row.original_key}`,
    `/public/tracks/${encodeURIComponent(`../${row.original_key}`)}/preview.mp3`,
    `/assets/..%2f..%2f..%2fdata/files/${row.original_key}`,
  ]
  const leaking: string[] = []
  const reachable = new Set<string>()
  const secret = song.subarray(500_000, 500_200)
  for (const address of addresses) {
    for (const range of [undefined, 'bytes=0-', 'bytes=500000-600000', 'bytes=-100000']) {
      for (const as of [undefined, other, artist]) {
        const response = await app.call(`GET ${address}`, {
          ...(as ? { as } : {}),
          headers: range ? { range } : {},
        })
        if (response.rawPayload.includes(secret)) leaking.push(address)
        if (response.statusCode < 400) reachable.add(address)
      }
    }
  }
  expect(leaking).toEqual([])
  expect([...reachable]).toEqual([`/public/tracks/${id}/preview.mp3`])
})

test('a browser that opens a download without a session is sent to the log-in; links and programs are refused', async () => {
  const app = await sharedApp()
  const { id } = await createSoldTrack(app)
  const page = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  // As Chromium sends it for a link with `download`.
  const link = { ...page, 'sec-fetch-dest': 'empty' }
  for (const path of [`/api/proxy/tracks/download/${id}`, '/api/proxy/my-tracks/zip']) {
    const opened = await app.call(`GET ${path}`, { headers: page })
    expect([opened.statusCode, opened.headers.location]).toEqual([302, '/login?next=%2Fmy-tracks'])
    for (const headers of [link, {}]) {
      const refused = await app.call(`GET ${path}`, { headers })
      expect([refused.statusCode, refused.json().code]).toEqual([401, 'login_required'])
    }
  }
  // To somebody who is logged in, the log-in would say nothing.
  const other = await app.call(`GET /api/proxy/tracks/download/${id}`, {
    as: await createUser(app),
    headers: page,
  })
  expect(other.statusCode).toBe(404)
})

test('a visitor gets a preview, which is a separate file: no range reads beyond it (PLY-11, ROL-03)', async () => {
  const app = await sharedApp()
  const { id } = await createSoldTrack(app)
  const whole = await app.call(`GET /public/tracks/${id}/preview.mp3`)
  expect([whole.statusCode, whole.headers['content-type']]).toEqual([200, 'audio/mpeg'])
  expect(whole.rawPayload.length).toBeLessThan(600_000)
  const part = await app.call(`GET /public/tracks/${id}/preview.mp3`, {
    headers: { range: 'bytes=100-' },
  })
  expect(part.rawPayload.equals(whole.rawPayload.subarray(100))).toBe(true)
  const beyond = await app.call(`GET /public/tracks/${id}/preview.mp3`, {
    headers: { range: `bytes=${whole.rawPayload.length}-` },
  })
  expect([beyond.statusCode, beyond.rawPayload.length]).toEqual([416, 0])
})

test('the buyer can download a withdrawn track of a banned artist', async () => {
  const app = await sharedApp()
  const { artist, buyer, id } = await createSoldTrack(app)
  await withdrawTrack(app.db, { id, artistId: artist.id })
  await app.db.updateTable('users').set({ banned: true }).where('id', '=', artist.id).execute()
  const response = await app.call(`GET /api/proxy/tracks/download/${id}`, { as: buyer })
  expect(response.rawPayload.equals(song)).toBe(true)
})

test('a banned buyer still downloads what was bought, one by one and all at once, and nothing else', async () => {
  const app = await sharedApp()
  const { artist, buyer, id } = await createSoldTrack(app)
  const other = await createTrack(app.db, { artistId: artist.id })
  await app.db.updateTable('users').set({ banned: true }).where('id', '=', buyer.id).execute()
  const get = (path: string) => app.call(`GET /api/proxy/${path}`, { as: buyer })
  expect((await get(`tracks/download/${id}`)).rawPayload.equals(song)).toBe(true)
  expect((await get('my-tracks/zip')).headers['content-type']).toBe('application/zip')
  expect((await get(`tracks/download/${other.id}`)).statusCode).toBe(404)
  for (const closed of ['my-tracks', `my-tracks/${id}/stream`])
    expect((await get(closed)).json()).toMatchObject({ code: 'banned' })
})

test('whoever may delete an account is told which tracks were bought with it: suspended or not, and no others', async () => {
  const app = await sharedApp()
  const { artist, buyer, id } = await createSoldTrack(app)
  const ownedBy = async (as: TestUser) =>
    (await app.call('GET /api/account/deletion', { as })).json<{ ownedTracks: object[] }>()
      .ownedTracks
  const owned = [{ id, title: 'Née à “Skye”', artistName: artist.username }]
  expect(await ownedBy(buyer)).toEqual(owned)
  expect(await ownedBy(artist)).toEqual([])
  await app.db.updateTable('users').set({ banned: true }).where('id', '=', buyer.id).execute()
  expect(await ownedBy(buyer)).toEqual(owned)
})
