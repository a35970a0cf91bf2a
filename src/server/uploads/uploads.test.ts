import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { makeWav, strummedChord, tone } from '#server/gateways/audio/audio-samples.ts'
import { cachePage } from '#server/pages/finished-page.ts'
import { openPageCache } from '#server/pages/page-cache.ts'
import { aPerson, openScene, type Scene } from '../../../tests/support/scene.ts'
import { aPayableArtist } from '../../../tests/support/shopping.ts'
import { breakOff, details, formBody, upload } from '../../../tests/support/uploading.ts'

const song = makeWav({ waveform: strummedChord(), seconds: 40 })

async function storedFiles(scene: Scene): Promise<string[]> {
  const names = await readdir(join(scene.folder, 'files'), { recursive: true, withFileTypes: true })
  return names.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

async function expectNothingLeft(scene: Scene) {
  expect(await storedFiles(scene)).toEqual([])
  expect(await scene.db.selectFrom('tracks').select('id').execute()).toEqual([])
}

test('a recording becomes a listed track with preview, loudness and waveform, and the catalogue is rendered anew (UPL-28)', async () => {
  const pageCache = openPageCache()
  const page = cachePage({ status: 200, headers: [], body: '' })
  const catalogue = () =>
    pageCache.read(
      '/tracks',
      () => Promise.resolve(page),
      () => undefined,
    )
  await using scene = await openScene({ pageCache })
  const artist = await aPayableArtist(scene, 'Rosa Lindqvist')
  const answer = await upload(scene, { as: artist, file: song })
  expect(answer.json()).toMatchObject({
    state: 'processing',
    stage: 'waiting',
    title: 'Skye Boat Song',
  })
  const { id } = answer.json<{ id: string }>()
  expect((await scene.call('GET /public/tracks/query')).json().totalTracks).toBe(0)
  await catalogue()
  expect((await catalogue()).from).toBe('cache')

  await scene.work()
  expect((await catalogue()).from).toBe('render')

  const state = await scene.call(`GET /api/proxy/uploads/${id}`, { as: artist })
  expect(state.json()).toMatchObject({ state: 'listed', reason: null })
  const track = (await scene.call('GET /public/tracks/query?query=skye+rosa')).json().tracks[0]
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
  const row = await scene.db.selectFrom('tracks').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    original_bytes: String(song.length),
    original_sha256: createHash('sha256').update(song).digest('hex'),
    sample_rate_hz: 44_100,
  })
  expect(row.loudness_lufs).toBeGreaterThan(-60)
  const preview = await scene.call(`GET /public/tracks/${id}/preview.mp3`)
  expect([preview.statusCode, preview.headers['content-type']]).toEqual([200, 'audio/mpeg'])
  const own = await scene.call('GET /api/proxy/artists/tracks', { as: artist })
  expect(own.json()).toMatchObject({ tracks: [{ id, pricePence: 499, purchaseCount: 0 }] })
})

test('uploading needs a finished payment set-up (UPL-29, ERR-21, ROL-17)', async () => {
  await using scene = await openScene()
  const artist = await aPerson(scene, { role: 'artist' })
  const answer = await upload(scene, { as: artist, file: song })
  expect([answer.statusCode, answer.json().message]).toEqual([
    403,
    'Complete your Stripe account setup to enable track uploads. Check your Artist Dashboard for required steps.',
  ])
  await expectNothingLeft(scene)
})

test('only artists upload (UPL-30)', async () => {
  await using scene = await openScene()
  const customer = await aPerson(scene)
  const refused = await upload(scene, { as: customer, file: song })
  // Not for want of a payment set-up, which is a 403 as well.
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'not_allowed'])
  const unknown = await upload(scene, { file: song })
  expect([unknown.statusCode, unknown.json().code]).toEqual([401, 'login_required'])
  await expectNothingLeft(scene)
})

test.each([
  ['VAL-03', 'title', '', 'Please enter the title'],
  ['VAL-03', 'title', 'x'.repeat(101), 'Please use at most 100 characters'],
  ['VAL-04', 'originalArtist', '', 'Please enter the original artist'],
  ['VAL-04', 'originalArtist', 'x'.repeat(101), 'Please use at most 100 characters'],
  ['VAL-07', 'description', '', 'Please enter the description'],
  ['VAL-07', 'description', 'x'.repeat(501), 'Please use at most 500 characters'],
  ['VAL-08', 'instructions', 'x'.repeat(1001), 'Please use at most 1000 characters'],
  ['VAL-09', 'keySignature', 'C major', 'Please use at most 5 characters'],
  ['VAL-05', 'price', '', 'Please enter a price in pounds'],
  ['VAL-05', 'price', 'a lot', 'Please enter a price in pounds, like 4.99'],
  ['VAL-05', 'price', '-1', 'Please enter a price in pounds, like 4.99'],
  ['VAL-05', 'price', '4.999', 'Please enter a price in pounds, like 4.99'],
  ['VAL-10', 'type', '', 'Please choose a track format'],
  ['VAL-10', 'type', 'Karaoke', 'Please choose a track format'],
  ['VAL-11', 'backingTrackType', '', 'Please choose the instrumentation'],
  ['VAL-13', 'confirmation', '', 'Please confirm that this is your own recording'],
])('(%s) the field %s as %j is refused at the field', async (_number, name, value, message) => {
  await using scene = await openScene()
  const artist = await aPayableArtist(scene)
  const answer = await upload(scene, {
    as: artist,
    file: song,
    fields: { ...details, [name]: value },
  })
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
  expect(answer.json().issues).toEqual([{ path: [name], message }])
  await expectNothingLeft(scene)
})

test('key, genre, voice and instructions may be left out (VAL-09, VAL-12)', async () => {
  await using scene = await openScene()
  const artist = await aPayableArtist(scene)
  const fields = { ...details, keySignature: '', genre: '', vocalRange: '', instructions: '' }
  expect((await upload(scene, { as: artist, file: song, fields })).statusCode).toBe(200)
})

test('texts are kept as they show: lines as typed, nothing unseen', async () => {
  await using scene = await openScene()
  const artist = await aPayableArtist(scene)
  const description = Array(50).fill('nine char').join('\r\n')
  const fields = { ...details, title: 'Skye\0 \u202EBoat ', description }
  const answer = await upload(scene, { as: artist, file: song, fields, fileName: 'a\0b.wav' })
  expect([answer.statusCode, answer.json().title, answer.json().fileName]).toEqual([
    200,
    'Skye Boat',
    'ab.wav',
  ])
  const { id } = answer.json<{ id: string }>()
  const kept = await scene.db
    .selectFrom('uploads')
    .select('details')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(kept.details).toMatchObject({ description: description.replaceAll('\r', '') })
  const unseen = { ...details, title: '\u200B\u200B' }
  const refused = await upload(scene, { as: artist, file: song, fields: unseen })
  expect(refused.json().issues).toEqual([{ path: ['title'], message: 'Please enter the title' }])
})

test.each([
  ['multipart/form-data', formBody({ file: song })],
  ['multipart/form-data; boundary=another', formBody({ file: song })],
  [undefined, formBody({ file: song }).subarray(0, -200)],
])('a form that is none (%s) is refused plainly and leaves nothing', async (contentType, body) => {
  await using scene = await openScene()
  const artist = await aPayableArtist(scene)
  const answer = await upload(scene, { as: artist, body, ...(contentType && { contentType }) })
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  expect(answer.statusCode).toBeLessThan(500)
  expect(answer.json().message).toBeTruthy()
  await expectNothingLeft(scene)
})

test('without a file the artist is asked for one (VAL-01, ERR-12)', async () => {
  await using scene = await openScene()
  const artist = await aPayableArtist(scene)
  for (const file of [null, Buffer.alloc(0)]) {
    const answer = await upload(scene, { as: artist, file })
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      'Please select a file to upload',
    ])
  }
  await expectNothingLeft(scene)
})

test.each([
  ['a text', Buffer.from('just words, not music, '.repeat(50))],
  ['a program', Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(5000)])],
  ['a playlist', Buffer.from(`#EXTM3U\nfile:///etc/passwd\n${'#'.repeat(200)}`)],
  [
    'a list of other files',
    Buffer.from(`ffconcat version 1.0\nfile 'originals/x'\n${'#'.repeat(200)}`),
  ],
  ['a picture', Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(5000)])],
])('%s named .wav is refused at once and leaves nothing (VAL-02)', async (_what, file) => {
  await using scene = await openScene()
  const artist = await aPayableArtist(scene)
  const answer = await upload(scene, { as: artist, file })
  expect([answer.statusCode, answer.json().code]).toEqual([415, 'audio_not_recognised'])
  await expectNothingLeft(scene)
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
  'a recording that is %s is refused with the reason and leaves nothing else',
  async (_what, file, reason) => {
    await using scene = await openScene()
    const artist = await aPayableArtist(scene)
    const { id } = (await upload(scene, { as: artist, file })).json<{ id: string }>()
    await scene.work()

    const waiting = await scene.call('GET /api/proxy/uploads', { as: artist })
    expect(waiting.json()).toMatchObject({ uploads: [{ id, state: 'refused', reason }] })
    await expectNothingLeft(scene)
    await scene.call(`DELETE /api/proxy/uploads/${id}`, { as: artist })
    expect((await scene.call('GET /api/proxy/uploads', { as: artist })).json()).toEqual({
      uploads: [],
    })
  },
)

test('a file over the limit is refused while it arrives, and leaves nothing', async () => {
  await using scene = await openScene()
  const artist = await aPayableArtist(scene)
  const head = song.subarray(0, 44)
  const file = Buffer.concat([head, Buffer.alloc(250 * 1024 * 1024 + 1)])
  const answer = await upload(scene, { as: artist, file })
  expect([answer.statusCode, answer.json().message]).toEqual([
    413,
    'The file is larger than 250 MB.',
  ])
  await expectNothingLeft(scene)
})

test('an upload that breaks off half-way leaves nothing', async () => {
  await using scene = await openScene()
  const artist = await aPayableArtist(scene)
  const arrived = () =>
    vi.waitFor(async () => expect(await storedFiles(scene)).toHaveLength(1), { timeout: 10_000 })
  await breakOff(scene, { as: artist, file: song }, { bytes: 1_000_000, arrived })
  await vi.waitFor(() => expectNothingLeft(scene), { timeout: 10_000 })
  expect(await scene.db.selectFrom('uploads').select('id').execute()).toEqual([])
})

test("one artist's uploads are no other's business", async () => {
  await using scene = await openScene()
  const [artist, other] = [await aPayableArtist(scene), await aPerson(scene, { role: 'artist' })]
  const tooShort = makeWav({ waveform: tone(440), seconds: 2 })
  const { id } = (await upload(scene, { as: artist, file: tooShort })).json<{ id: string }>()
  await scene.work()
  for (const line of [`GET /api/proxy/uploads/${id}`, `DELETE /api/proxy/uploads/${id}`]) {
    const answer = await scene.call(line, { as: other })
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
  }
  const own = await scene.call(`GET /api/proxy/uploads/${id}`, { as: artist })
  expect([own.statusCode, own.json().state]).toEqual([200, 'refused'])
})

test('a fault while preparing is tried again; the last try says so to the artist', async () => {
  let faults = 0
  await using scene = await openScene({
    audio: {
      name: 'wasm',
      prepare: () => {
        faults++
        return Promise.reject(new Error('the disk is on fire'))
      },
    },
  })
  const artist = await aPayableArtist(scene)
  const { id } = (await upload(scene, { as: artist, file: song })).json<{ id: string }>()
  for (let tries = 0; tries < 4; tries++) {
    await scene.work()
    await scene.letTimePass()
  }
  expect(faults).toBe(4)
  const state = await scene.call(`GET /api/proxy/uploads/${id}`, { as: artist })
  expect(state.json()).toMatchObject({
    state: 'refused',
    reason: 'Upload failed. Please try again.',
  })
  await expectNothingLeft(scene)
})
