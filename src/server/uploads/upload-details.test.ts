import { expect, test } from 'vitest'
import { makeWav, tone } from '#server/gateways/audio/audio-samples.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import type { TestApp, TestUser } from '../../../tests/support/test-app.ts'
import { createArtistWithPayouts } from '../../../tests/support/shopping.ts'
import {
  createPreparedUpload,
  createRefusedUpload,
  details,
  upload,
} from '../../../tests/support/uploading.ts'

const emptyApp = emptiedTestApp()

const song = makeWav({ waveform: tone(440), seconds: 6 })
const putDetails = (app: TestApp, as: TestUser, id: string, send: object = details) =>
  app.call(`PUT /api/proxy/uploads/${id}/details`, { as, send })

test('a prepared upload shows what was measured, and is listed as soon as its details are there (UPL-28)', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const id = await createPreparedUpload(app, artist)

  const prepared = await app.call(`GET /api/proxy/uploads/${id}`, { as: artist })
  expect(prepared.json()).toMatchObject({
    state: 'prepared',
    title: null,
    details: null,
    facts: {
      durationSeconds: 60,
      loudnessLufs: -16,
      container: 'wav',
      sampleRateHz: 44_100,
      previewUrl: `/api/proxy/uploads/${id}/preview.mp3`,
      waveform: 'z'.repeat(96),
    },
  })
  const preview = await app.call(`GET /api/proxy/uploads/${id}/preview.mp3`, { as: artist })
  expect([preview.statusCode, preview.headers['content-type']]).toEqual([200, 'audio/mpeg'])
  expect(preview.headers['cache-control']).toBe('private, no-store')

  const invalid = await putDetails(app, artist, id, { ...details, title: '' })
  expect([invalid.statusCode, invalid.json().code]).toEqual([400, 'invalid_input'])
  const listed = await putDetails(app, artist, id)
  expect(listed.json()).toMatchObject({
    state: 'listed',
    title: 'Skye Boat Song',
    facts: null,
    expiresAt: null,
  })
  const found = (await app.call('GET /public/tracks/query')).json()
  expect(found.tracks).toMatchObject([{ id, title: 'Skye Boat Song', customerPrice: 5.69 }])
  const again = await putDetails(app, artist, id)
  expect([again.statusCode, again.json().code]).toEqual([409, 'upload_listed'])
  const dismissed = await app.call(`DELETE /api/proxy/uploads/${id}`, { as: artist })
  expect([dismissed.statusCode, dismissed.json().code]).toEqual([409, 'upload_listed'])
})

test('details that arrive at the same time list an upload once', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const id = await createPreparedUpload(app, artist)
  const responses = await Promise.all(Array.from({ length: 5 }, () => putDetails(app, artist, id)))
  const codes = responses.map((one) => one.json<{ code?: string; state?: string }>())
  const results = codes.map(({ code, state = '' }) => code ?? state).toSorted()
  expect(results).toEqual(['listed', ...Array.from({ length: 4 }, () => 'upload_listed')])
  expect((await app.call('GET /public/tracks/query')).json().totalTracks).toBe(1)
})

test('details of an upload are refused while its artist cannot be paid, and the upload stays (UPL-29)', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const id = await createPreparedUpload(app, artist)
  await app.db.updateTable('payment_accounts').set({ payouts_enabled: false }).execute()
  const refused = await putDetails(app, artist, id)
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'payment_setup_needed'])
  const waiting = await app.call(`GET /api/proxy/uploads/${id}`, { as: artist })
  expect(waiting.json()).toMatchObject({ state: 'prepared', details: null })
})

test('a refused upload keeps its details, for another file', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const id = await createRefusedUpload(app, artist)
  const refused = await app.call(`GET /api/proxy/uploads/${id}`, { as: artist })
  expect(refused.json()).toMatchObject({
    state: 'refused',
    title: 'Barbara Allen',
    details: { title: 'Barbara Allen', price: '5.00', type: 'Backing Track', vocalRange: 'Tenor' },
    facts: null,
    expiresAt: null,
  })
})

test('an upload that is dismissed while it is prepared leaves no file', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const { id } = (await upload(app, { as: artist, file: song })).json<{ id: string }>()
  const dismissed = await app.call(`DELETE /api/proxy/uploads/${id}`, { as: artist })
  expect(dismissed.statusCode).toBe(200)
  expect(await app.storage.stat(`originals/${id}`)).toBeNull()
  await app.work()
  expect(await app.storage.stat(`previews/${id}.mp3`)).toBeNull()
  expect((await app.call('GET /public/tracks/query')).json().totalTracks).toBe(0)
})
