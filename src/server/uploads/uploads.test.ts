import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { AudioRefused } from '#server/gateways/audio/audio-engine.ts'
import { makeWav, strummedChord, tone } from '#server/gateways/audio/audio-samples.ts'
import { cachePage } from '#server/pages/finished-page.ts'
import { openPageCache } from '#server/pages/page-cache.ts'
import { cannedAudio } from '../../../tests/support/canned-audio.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { createUser, createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import { createArtistWithPayouts } from '../../../tests/support/shopping.ts'
import { breakOff, storedFiles, upload } from '../../../tests/support/uploading.ts'
import { eventually } from '../../../tests/support/eventually.ts'

const emptyApp = emptiedTestApp()

const song = makeWav({ waveform: strummedChord(), seconds: 40 })

async function expectNothingLeft(app: TestApp) {
  expect(await storedFiles(app)).toEqual([])
  expect(await app.db.selectFrom('tracks').select('id').execute()).toEqual([])
}

test('a recording becomes a listed track with preview, loudness and waveform, and the catalogue is rendered again (UPL-28)', async () => {
  const pageCache = openPageCache()
  const page = cachePage({ status: 200, headers: [], body: '' })
  const catalogue = () =>
    pageCache.read(
      '/tracks',
      () => Promise.resolve(page),
      () => undefined,
    )
  await using app = await createTestApp({ pageCache })
  const artist = await createArtistWithPayouts(app, 'Rosa Lindqvist')
  const response = await upload(app, { as: artist, file: song })
  expect(response.json()).toMatchObject({
    state: 'processing',
    stage: 'waiting',
    title: 'Skye Boat Song',
  })
  const { id } = response.json<{ id: string }>()
  expect((await app.call('GET /public/tracks/query')).json().totalTracks).toBe(0)
  await app.eventsArrived()
  await catalogue()
  expect((await catalogue()).from).toBe('cache')

  await app.work()
  await app.eventsArrived()
  expect((await catalogue()).from).toBe('render')

  const state = await app.call(`GET /api/proxy/uploads/${id}`, { as: artist })
  expect(state.json()).toMatchObject({ state: 'listed', reason: null })
  const track = (await app.call('GET /public/tracks/query?query=skye+rosa')).json().tracks[0]
  expect(track).toMatchObject({
    id,
    title: 'Skye Boat Song',
    customerPrice: 5.69,
    keySignature: 'Am',
    previewSeconds: 20,
    durationSeconds: 40,
    user: { username: 'Rosa Lindqvist' },
  })
  expect(track.waveform).toMatch(/^[0-9a-z]{96}$/)
  const row = await app.db.selectFrom('tracks').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    original_bytes: String(song.length),
    original_sha256: createHash('sha256').update(song).digest('hex'),
    sample_rate_hz: 44_100,
  })
  expect(row.loudness_lufs).toBeGreaterThan(-60)
  const preview = await app.call(`GET /public/tracks/${id}/preview.mp3`)
  expect([preview.statusCode, preview.headers['content-type']]).toEqual([200, 'audio/mpeg'])
  const own = await app.call('GET /api/proxy/artists/tracks', { as: artist })
  expect(own.json()).toMatchObject({ tracks: [{ id, pricePence: 499, purchaseCount: 0 }] })
})

test('uploading needs a payment set-up, and a finished one (UPL-29, ERR-21, ROL-17)', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist' })
  const refused = async () => {
    const response = await upload(app, { as: artist, file: song })
    const { code, message } = response.json<{ code: string; message: string }>()
    expect([response.statusCode, code, message]).toEqual([
      403,
      'payment_setup_needed',
      'Complete your Stripe account setup to enable track uploads. Check your Artist Dashboard for required steps.',
    ])
    await expectNothingLeft(app)
  }
  await refused()
  await app.db
    .insertInto('payment_accounts')
    .values({ user_id: artist.id, provider_account_id: 'acct_begun', payouts_enabled: false })
    .execute()
  await refused()
})

test('only artists upload (UPL-30)', async () => {
  const app = await emptyApp()
  const customer = await createUser(app)
  const refused = await upload(app, { as: customer, file: song })
  // Not because of a missing payment set-up, which is a 403 as well.
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'not_allowed'])
  const unknown = await upload(app, { file: song })
  expect([unknown.statusCode, unknown.json().code]).toEqual([401, 'login_required'])
  await expectNothingLeft(app)
})

test.each([
  [
    'too short',
    makeWav({ waveform: tone(440), seconds: 2 }),
    'The recording is shorter than 5 seconds.',
  ],
  ['silent', makeWav({ waveform: () => 0, seconds: 8 }), 'The recording is silent.'],
  [
    'broken',
    song.subarray(0, 2_000_000),
    'The audio in this file is damaged and cannot be played to its end.',
  ],
])(
  'a recording that is %s is refused with the reason and leaves no file',
  async (_what, file, reason) => {
    const app = await emptyApp()
    const artist = await createArtistWithPayouts(app)
    const { id } = (await upload(app, { as: artist, file })).json<{ id: string }>()
    await app.work()

    const waiting = await app.call('GET /api/proxy/uploads', { as: artist })
    expect(waiting.json()).toMatchObject({ uploads: [{ id, state: 'refused', reason }] })
    await expectNothingLeft(app)
    await app.call(`DELETE /api/proxy/uploads/${id}`, { as: artist })
    expect((await app.call('GET /api/proxy/uploads', { as: artist })).json()).toEqual({
      uploads: [],
    })
  },
)

test('an upload that is interrupted half-way leaves nothing', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const arrived = async () => {
    await expect.poll(() => storedFiles(app)).toHaveLength(1)
  }
  await breakOff(app, { as: artist, file: song }, { bytes: 1_000_000, arrived })
  await eventually(() => expectNothingLeft(app))
  expect(await app.db.selectFrom('uploads').select('id').execute()).toEqual([])
})

test("an artist cannot read or dismiss another artist's upload", async () => {
  await using app = await createTestApp({
    audio: { ...cannedAudio, prepare: () => Promise.reject(new AudioRefused('audio_too_short')) },
  })
  const [artist, other] = [
    await createArtistWithPayouts(app),
    await createUser(app, { role: 'artist' }),
  ]
  const { id } = (await upload(app, { as: artist, file: song })).json<{ id: string }>()
  await app.work()
  for (const route of [`GET /api/proxy/uploads/${id}`, `DELETE /api/proxy/uploads/${id}`]) {
    const response = await app.call(route, { as: other })
    expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
  }
  const own = await app.call(`GET /api/proxy/uploads/${id}`, { as: artist })
  expect([own.statusCode, own.json().state]).toEqual([200, 'refused'])
})

test('an unexpected error during preparation is retried; the last attempt refuses the upload with a reason', async () => {
  let attempts = 0
  await using app = await createTestApp({
    audio: {
      ...cannedAudio,
      prepare: () => {
        attempts++
        return Promise.reject(new Error('the disk is on fire'))
      },
    },
  })
  const artist = await createArtistWithPayouts(app)
  const { id } = (await upload(app, { as: artist, file: song })).json<{ id: string }>()
  for (let attempt = 0; attempt < 4; attempt++) {
    await app.work()
    await app.letTimePass()
  }
  expect(attempts).toBe(4)
  const state = await app.call(`GET /api/proxy/uploads/${id}`, { as: artist })
  expect(state.json()).toMatchObject({
    state: 'refused',
    reason: 'Upload failed. Please try again.',
  })
  await expectNothingLeft(app)
})
