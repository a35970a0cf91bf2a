import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { makeWav, tone } from '#server/gateways/audio/audio-samples.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { cannedAudio } from '../../../tests/support/canned-audio.ts'
import { untilWaitingForLocks } from '../../../tests/support/lock-waiters.ts'
import { announce, announced, sendPart } from '../../../tests/support/uploads/resumable.ts'
import { createArtistWithPayouts } from '../../../tests/support/shopping.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../tests/support/test-app.ts'
import {
  createPreparedUpload,
  createRefusedUpload,
  details,
} from '../../../tests/support/uploading.ts'

const emptyApp = emptiedTestApp({ audio: cannedAudio })

const song = makeWav({ waveform: tone(440), seconds: 6 })

async function letHoursPass(app: TestApp, hours: number): Promise<void> {
  await sql`update uploads set active_at = active_at - ${`${hours} hours`}::interval`.execute(
    app.db,
  )
  await addJob(app.db, 'tidy_uploads', {})
  await app.work()
}

async function uploadsOf(app: TestApp, as: TestUser) {
  const response = await app.call('GET /api/proxy/uploads', { as })
  return response.json<{ uploads: { id: string; state: string; reason: string | null }[] }>()
    .uploads
}

async function storedFiles(app: TestApp): Promise<string[]> {
  const keys: string[] = []
  for (const folder of ['arriving', 'originals', 'previews'] as const) {
    for await (const { key } of app.storage.list(folder)) keys.push(key)
  }
  return keys
}

test('an upload without details is removed a day after its last activity, with its files, and not before', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const arriving = await announced(app, artist, { bytes: song.length })
  await sendPart(app, artist, { id: arriving, offset: 0, bytes: song.subarray(0, 100_000) })
  const prepared = await createPreparedUpload(app, artist)
  expect(await storedFiles(app)).toHaveLength(2)

  await letHoursPass(app, 23)
  const waiting = await uploadsOf(app, artist)
  expect(new Set(waiting.map(({ id }) => id))).toEqual(new Set([arriving, prepared]))
  // A byte counts as activity.
  await sendPart(app, artist, {
    id: arriving,
    offset: 100_000,
    bytes: song.subarray(100_000, 200_000),
  })
  await letHoursPass(app, 2)
  expect((await uploadsOf(app, artist)).map(({ id }) => id)).toEqual([arriving])
  await letHoursPass(app, 23)
  expect(await uploadsOf(app, artist)).toEqual([])
  expect(await storedFiles(app)).toEqual([])
  expect(await app.db.selectFrom('uploads').select('id').execute()).toEqual([])
  const rest = { id: arriving, offset: 200_000, bytes: song.subarray(200_000) }
  expect((await sendPart(app, artist, rest)).statusCode).toBe(404)
})

test('an upload with details is kept when it is refused, and refused when its file never arrived', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const refused = await createRefusedUpload(app, artist)
  const arriving = await announced(app, artist, { bytes: song.length })
  await sendPart(app, artist, { id: arriving, offset: 0, bytes: song.subarray(0, 100_000) })
  await app.call(`PUT /api/proxy/uploads/${arriving}/details`, { as: artist, send: details })

  await letHoursPass(app, 25)

  const left = await uploadsOf(app, artist)
  expect(left).toMatchObject([
    { id: arriving, state: 'refused', reason: 'Upload failed. Please try again.' },
    { id: refused, state: 'refused' },
  ])
  expect(await storedFiles(app)).toEqual([])
})

test('three uploads may arrive at once, also when they are announced at the same time', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const other = await createArtistWithPayouts(app)
  const responses = await Promise.all(
    Array.from({ length: 6 }, () => announce(app, artist, { bytes: song.length })),
  )
  const statuses = responses.map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 201)).toHaveLength(3)
  expect(
    responses.filter((one) => one.statusCode === 409 && one.json().code === 'too_many_uploads'),
  ).toHaveLength(3)
  expect((await announce(app, other, { bytes: song.length })).statusCode).toBe(201)

  // Another file in the place of one of them is not one more.
  const [first] = await uploadsOf(app, artist)
  const replaced = await announce(app, artist, { bytes: song.length, replaces: first?.id ?? '' })
  expect(replaced.statusCode).toBe(201)
})

test('ten uploads may wait for their details', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  for (let count = 0; count < 9; count++) await createPreparedUpload(app, artist)
  expect((await announce(app, artist, { bytes: song.length })).statusCode).toBe(201)
  const eleventh = await announce(app, artist, { bytes: song.length })
  expect([eleventh.statusCode, eleventh.json().code]).toEqual([409, 'too_many_unfinished_uploads'])
})

test('the space of announced bytes is promised to their upload', async () => {
  await using app = await createTestApp({ audio: cannedAudio })
  const artist = await createArtistWithPayouts(app)
  const other = await createArtistWithPayouts(app)
  vi.spyOn(app.storage, 'freeBytes').mockResolvedValue(1024 ** 3 + 150_000_000)
  expect((await announce(app, artist, { bytes: 100_000_000 })).statusCode).toBe(201)
  const refused = await announce(app, other, { bytes: 50_000_001 })
  expect([refused.statusCode, refused.json().code]).toEqual([507, 'storage_full'])
  expect((await announce(app, other, { bytes: 50_000_000 })).statusCode).toBe(201)
})

test('an announced upload without a byte is removed after an hour, and its space is free again', async () => {
  await using app = await createTestApp({ audio: cannedAudio })
  const artist = await createArtistWithPayouts(app)
  const other = await createArtistWithPayouts(app)
  vi.spyOn(app.storage, 'freeBytes').mockResolvedValue(1024 ** 3 + 150_000_000)
  const begun = await announced(app, artist, { bytes: song.length })
  await sendPart(app, artist, { id: begun, offset: 0, bytes: song.subarray(0, 100_000) })
  const empty = await announced(app, artist, { bytes: 100_000_000 })
  const [unbegun] = await uploadsOf(app, artist)
  expect(unbegun).toMatchObject({ id: empty })
  expect((await announce(app, other, { bytes: 100_000_000 })).statusCode).toBe(507)
  await letHoursPass(app, 2)
  expect((await uploadsOf(app, artist)).map(({ id }) => id)).toEqual([begun])
  expect((await announce(app, other, { bytes: 100_000_000 })).statusCode).toBe(201)
})

test('an upload with details is refused after an hour without a byte, and after a day with some', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const ids = [
    await announced(app, artist, { bytes: song.length }),
    await announced(app, artist, { bytes: song.length }),
  ] as const
  const [empty, begun] = ids
  await sendPart(app, artist, { id: begun, offset: 0, bytes: song.subarray(0, 100_000) })
  for (const id of ids)
    await app.call(`PUT /api/proxy/uploads/${id}/details`, { as: artist, send: details })
  const states = async () =>
    Object.fromEntries((await uploadsOf(app, artist)).map(({ id, state }) => [id, state]))
  await letHoursPass(app, 0.9)
  expect(await states()).toEqual({ [empty]: 'arriving', [begun]: 'arriving' })
  await letHoursPass(app, 0.2)
  expect(await states()).toEqual({ [empty]: 'refused', [begun]: 'arriving' })
  await letHoursPass(app, 22)
  expect(await states()).toEqual({ [empty]: 'refused', [begun]: 'arriving' })
  await letHoursPass(app, 1)
  expect(await states()).toEqual({ [empty]: 'refused', [begun]: 'refused' })
  expect(await storedFiles(app)).toEqual([])
  const [kept] = await app.db.selectFrom('uploads').select('details').execute()
  expect(kept?.details).toMatchObject({ title: details.title })
})

test('a first byte that arrives while the upload is being refused keeps it', async () => {
  const app = await emptyApp()
  const artist = await createArtistWithPayouts(app)
  const id = await announced(app, artist, { bytes: song.length })
  await app.call(`PUT /api/proxy/uploads/${id}/details`, { as: artist, send: details })
  await sql`update uploads set active_at = now() - interval '2 hours'`.execute(app.db)
  const { tidied } = await app.db.transaction().execute(async (tx) => {
    // As the first byte does, when it has been received.
    await sql`update uploads set bytes_received = 1, active_at = now()`.execute(tx)
    await addJob(app.db, 'tidy_uploads', {})
    const working = app.work()
    await untilWaitingForLocks(app, 1)
    return { tidied: working }
  })
  await tidied
  expect(await uploadsOf(app, artist)).toMatchObject([{ id, state: 'arriving', reason: null }])
})
