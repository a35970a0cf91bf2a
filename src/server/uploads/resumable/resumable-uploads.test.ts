import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeWav, strummedChord } from '#server/gateways/audio/audio-samples.ts'
import { readDescription } from '#server/uploads/stored-description.ts'
import { cannedAudio } from '../../../../tests/support/canned-audio.ts'
import {
  announce,
  announced,
  findOffset,
  sendPart,
} from '../../../../tests/support/uploads/resumable.ts'
import { createArtistWithPayouts } from '../../../../tests/support/shopping.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'
import { createTestApp, createUser, type TestApp } from '../../../../tests/support/test-app.ts'
import { createRefusedUpload, details, upload } from '../../../../tests/support/uploading.ts'

const emptyApp = emptiedTestApp({ audio: cannedAudio })

const song = makeWav({ waveform: strummedChord(), seconds: 6 })

test('a recording that arrives in several requests ends in the same row and the same track as one sent with the form', async () => {
  await using app = await createTestApp()
  const artist = await createArtistWithPayouts(app)
  const id = await announced(app, artist, { bytes: song.length })
  const half = Math.floor(song.length / 2)
  const first = await sendPart(app, artist, { id, offset: 0, bytes: song.subarray(0, half) })
  expect([first.statusCode, first.headers['upload-offset']]).toEqual([204, String(half)])
  const head = await findOffset(app, artist, id)
  expect(head.headers).toMatchObject({
    'upload-offset': String(half),
    'upload-length': String(song.length),
    'cache-control': 'no-store',
  })
  const arriving = await app.call(`GET /api/proxy/uploads/${id}`, { as: artist })
  expect(arriving.json()).toMatchObject({
    state: 'arriving',
    bytes: song.length,
    bytesReceived: half,
    fileName: 'take.wav',
  })
  await sendPart(app, artist, { id, offset: half, bytes: song.subarray(half) })
  await app.call(`PUT /api/proxy/uploads/${id}/details`, { as: artist, send: details })
  const whole = (await upload(app, { as: artist, file: song })).json<{ id: string }>().id
  await app.work()

  const rows = await app.db
    .selectFrom('uploads')
    .selectAll()
    .where('id', 'in', [id, whole])
    .execute()
  const comparable = rows.map(
    ({
      id: _id,
      storage_key: _key,
      unfinished_file: _unfinished,
      created_at: _createdAt,
      active_at: _activeAt,
      finished_at: _finishedAt,
      wanted_by: _wantedBy,
      details: stored,
      ...row
    }) => ({ ...row, details: { ...readDescription(stored), keyAnswer: null } }),
  )
  expect(comparable[0]).toEqual(comparable[1])
  expect(comparable[0]).toMatchObject({
    status: 'listed',
    bytes: String(song.length),
    sha256: createHash('sha256').update(song).digest('hex'),
    container: 'wav',
    receiver: null,
  })
  const tracks = await app.db
    .selectFrom('tracks')
    .select(['original_sha256', 'original_bytes', 'title', 'duration_ms', 'loudness_lufs'])
    .execute()
  expect(tracks).toHaveLength(2)
  expect(tracks[0]).toEqual(tracks[1])
  expect(await app.storage.stat(`originals/${id}`)).toEqual({ bytes: song.length })
})

test('a wrong file is refused by its first bytes, and leaves only the reason', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const id = await announced(app, artist, { bytes: 200_000_000 })
  const text = Buffer.from('just words, not music, '.repeat(400))
  const refused = await sendPart(app, artist, { id, offset: 0, bytes: text })
  expect([refused.statusCode, refused.json().code]).toEqual([415, 'audio_not_recognised'])
  const state = await app.call(`GET /api/proxy/uploads/${id}`, { as: artist })
  expect(state.json()).toMatchObject({ state: 'refused', reason: refused.json().message })
  expect(await storedFiles(app)).toEqual([])
  const again = await sendPart(app, artist, { id, offset: 0, bytes: song })
  expect([again.statusCode, again.json().code]).toEqual([415, 'audio_not_recognised'])
})

async function storedFiles(app: TestApp): Promise<string[]> {
  const keys: string[] = []
  for (const folder of ['arriving', 'originals', 'previews'] as const) {
    for await (const { key } of app.storage.list(folder)) keys.push(key)
  }
  return keys
}

test('too few bytes to identify the format are not stored, and the next request brings them again', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const id = await announced(app, artist, { bytes: song.length })
  const short = await sendPart(app, artist, { id, offset: 0, bytes: song.subarray(0, 100) })
  expect([short.statusCode, short.headers['upload-offset']]).toEqual([204, '0'])
  const whole = await sendPart(app, artist, { id, offset: 0, bytes: song })
  expect(whole.headers['upload-offset']).toBe(String(song.length))
})

test('an upload belongs to its artist: at its address nobody else finds it, adds to it or removes it', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const other = await createArtistWithPayouts(app)
  const customer = await createUser(app)
  const id = await announced(app, artist, { bytes: song.length })
  const calls = [
    findOffset,
    remove,
    (...[at, as, of]: Parameters<typeof findOffset>) =>
      sendPart(at, as, { id: of, offset: 0, bytes: song }),
  ]
  for (const call of calls) {
    const [foreign, unknown] = [await call(app, other, id), await call(app, other, randomUUID())]
    expect(foreign.statusCode).toBe(404)
    expect(withoutId(foreign)).toEqual(withoutId(unknown))
    expect((await call(app, customer, id)).statusCode).toBe(403)
    expect((await call(app, { ...artist, cookie: '' }, id)).statusCode).toBe(401)
  }
  const notAllowed = await announce(app, customer, { bytes: 100 })
  expect([notAllowed.statusCode, notAllowed.json().code]).toEqual([403, 'not_allowed'])
  for (const method of ['GET', 'POST', 'PUT']) {
    const response = await app.call(`${method} /api/proxy/uploads/${id}/file`, { as: artist })
    expect([method, response.statusCode]).toEqual([method, 404])
  }
  const row = await app.db.selectFrom('uploads').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ status: 'arriving', bytes_received: 0, receiver: null })
  expect((await findOffset(app, artist, id)).statusCode).toBe(200)
})

/** What a response tells; each has an id of its own, and a date. */
function withoutId({ statusCode, headers, body }: Awaited<ReturnType<typeof findOffset>>) {
  const { 'x-request-id': _id, date: _date, ...told } = headers
  return { statusCode, body, told }
}

function remove(app: TestApp, as: Parameters<typeof findOffset>[1], id: string) {
  return app.call(`DELETE /api/proxy/uploads/${id}/file`, {
    as,
    headers: { 'tus-resumable': '1.0.0' },
  })
}

test('a banned artist and a request of another site add no byte', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const id = await announced(app, artist, { bytes: song.length })
  const foreign = await sendPart(app, artist, {
    id,
    offset: 0,
    bytes: song,
    headers: { origin: 'https://evil.test' },
  })
  expect([foreign.statusCode, foreign.json().code]).toEqual([403, 'foreign_origin'])
  await app.db.updateTable('users').set({ banned: true }).where('id', '=', artist.id).execute()
  const banned = await sendPart(app, artist, { id, offset: 0, bytes: song })
  expect([banned.statusCode, banned.json().code]).toEqual([403, 'banned'])
  const row = await app.db.selectFrom('uploads').selectAll().executeTakeFirstOrThrow()
  expect(row.bytes_received).toBe(0)
})

test('a size over the limit, none, and more bytes than announced are refused', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const over = await announce(app, artist, { bytes: 250 * 1024 * 1024 + 1 })
  expect([over.statusCode, over.json().code]).toEqual([413, 'upload_too_large'])
  const empty = await announce(app, artist, { bytes: 0 })
  expect([empty.statusCode, empty.json().code]).toEqual([400, 'upload_file_missing'])
  const unnamed = await announce(app, artist, { bytes: 100, fileName: '\u200B' })
  expect([unnamed.statusCode, unnamed.json().code]).toEqual([400, 'upload_file_missing'])
  expect(await app.db.selectFrom('uploads').select('id').execute()).toEqual([])

  const id = await announced(app, artist, { bytes: song.length - 10 })
  const more = await sendPart(app, artist, { id, offset: 0, bytes: song })
  expect([more.statusCode, more.json().code]).toEqual([413, 'upload_too_large'])
  const wrong = await sendPart(app, artist, { id, offset: 7, bytes: song.subarray(0, 100) })
  expect([wrong.statusCode, wrong.json().code]).toEqual([409, 'upload_offset'])
  const row = await app.db.selectFrom('uploads').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ status: 'arriving', bytes_received: 0 })
})

test.each([
  ['without a version', { 'tus-resumable': '' }, 412],
  ['with an unknown version', { 'tus-resumable': '9.9.9' }, 400],
  ['with a wrong offset', { 'upload-offset': '-1' }, 400],
])('a request %s gets a 4xx with a code', async (_what, headers, status) => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const id = await announced(app, artist, { bytes: song.length })
  const response = await sendPart(app, artist, { id, offset: 0, bytes: song, headers })
  expect([response.statusCode, response.json().code]).toEqual([status, 'bad_request'])
})

test('another file takes the place of a refused one, with its details, and is listed without the form being sent again', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const refused = await createRefusedUpload(app, artist)
  const id = await announced(app, artist, { bytes: song.length, replaces: refused })
  expect((await app.call(`GET /api/proxy/uploads/${refused}`, { as: artist })).statusCode).toBe(404)
  const arriving = await app.call(`GET /api/proxy/uploads/${id}`, { as: artist })
  expect(arriving.json()).toMatchObject({ state: 'arriving', title: 'Barbara Allen' })
  await sendPart(app, artist, { id, offset: 0, bytes: song })
  await app.work()
  const tracks = await app.db.selectFrom('tracks').select(['id', 'title']).execute()
  expect(tracks).toEqual([{ id, title: 'Barbara Allen' }])
})

test("another artist's upload is not replaced", async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const other = await createArtistWithPayouts(app)
  const refused = await createRefusedUpload(app, other)
  const id = await announced(app, artist, { bytes: song.length, replaces: refused })
  expect((await app.call(`GET /api/proxy/uploads/${refused}`, { as: other })).statusCode).toBe(200)
  const own = await app.call(`GET /api/proxy/uploads/${id}`, { as: artist })
  expect(own.json()).toMatchObject({ title: null, details: null })
})
