// A recording that sounds like another key than the written one: its artist answers which it is before it is published.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { OwnTrack } from '#contracts/own-tracks.ts'
import { makeWav, tone } from '#server/gateways/audio/audio-samples.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { storeMeasuredMusic } from '#server/tracks/track-commands.ts'
import { toldOf } from '../../../tests/support/access/flag-case.ts'
import { cannedAudio } from '../../../tests/support/canned-audio.ts'
import { createArtistWithPayouts } from '../../../tests/support/shopping.ts'
import {
  createTrack,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../tests/support/test-app.ts'
import { createPreparedUpload, details, upload } from '../../../tests/support/uploading.ts'
import { announced, sendPart } from '../../../tests/support/uploads/resumable.ts'
import { sharedTestApp } from '../../../tests/support/shared-app.ts'

const sharedApp = sharedTestApp({ audio: cannedAudio })

const song = makeWav({ waveform: tone(440), seconds: 6 })
// The recordings of these tests sound like Am.
const inE = { ...details, keySignature: 'E' }
const heard = { measuredKeyConfidence: 0.8 }
const unanswered = { status: 409, code: 'key_unanswered' }

async function putDetails(app: TestApp, as: TestUser, id: string, send: object) {
  const response = await app.call(`PUT /api/proxy/uploads/${id}/details`, { as, send })
  return { status: response.statusCode, ...response.json() }
}

async function edit(app: TestApp, as: TestUser, id: string, send: object) {
  const response = await app.call(`PATCH /api/proxy/tracks/${id}`, { as, send })
  return { status: response.statusCode, ...response.json() }
}

async function shownKey(app: TestApp, id: string) {
  const { keySignature, isKeyStated } = (await app.call(`GET /api/proxy/tracks/${id}`)).json()
  return { keySignature, isKeyStated }
}

async function stateOf(app: TestApp, as: TestUser, id: string) {
  return (await app.call(`GET /api/proxy/uploads/${id}`, { as })).json()
}

test('details with another key than the measured one are refused without an answer, and nothing is stored', async () => {
  const app = await sharedApp()
  const artist = await createArtistWithPayouts(app)
  const id = await createPreparedUpload(app, artist, heard)
  expect(await putDetails(app, artist, id, inE)).toMatchObject(unanswered)
  expect(await stateOf(app, artist, id)).toMatchObject({ state: 'prepared', details: null })
})

test.each([
  ['as_written', { keySignature: 'E', isKeyStated: true }],
  ['as_measured', { keySignature: 'Am', isKeyStated: false }],
])('with the answer %s the track is listed as %j', async (keyAnswer, key) => {
  const app = await sharedApp()
  const artist = await createArtistWithPayouts(app)
  const id = await createPreparedUpload(app, artist, heard)
  const listed = await putDetails(app, artist, id, { ...inE, keyAnswer })
  expect(listed).toMatchObject({ status: 200, state: 'listed' })
  expect(await shownKey(app, id)).toEqual(key)
})

test('a recording that is measured after its details were sent waits for the answer, of which its artist is told', async () => {
  const app = await sharedApp()
  const artist = await createArtistWithPayouts(app)
  const other = await createArtistWithPayouts(app)
  const id = await announced(app, artist, { bytes: song.length })
  expect(await putDetails(app, artist, id, inE)).toMatchObject({ status: 200, state: 'arriving' })
  await sendPart(app, artist, { id, offset: 0, bytes: song })
  await app.work()

  expect(await stateOf(app, artist, id)).toMatchObject({
    state: 'prepared',
    title: inE.title,
    details: { keySignature: 'E' },
    facts: { measuredKey: 'Am' },
  })
  const shown = await app.call(`GET /public/tracks/by-id?ids=${id}`)
  expect(shown.json()).toEqual({ tracks: [] })
  expect(await toldOf(app, artist)).toEqual(['upload_question'])
  expect(await toldOf(app, other)).toEqual([])

  expect(await putDetails(app, artist, id, inE)).toMatchObject(unanswered)
  const answered = { ...inE, keyAnswer: 'as_written' }
  expect(await putDetails(app, artist, id, answered)).toMatchObject({ state: 'listed' })
  expect(await shownKey(app, id)).toEqual({ keySignature: 'E', isKeyStated: true })
})

test('the call of the specification publishes the key as written, as the artist’s statement', async () => {
  const app = await sharedApp()
  const artist = await createArtistWithPayouts(app)
  const [inAnother, same] = [
    await upload(app, { as: artist, file: song, fields: inE }),
    await upload(app, { as: artist, file: song }),
  ].map((response) => response.json<{ id: string }>().id)
  await app.work()
  expect(await shownKey(app, inAnother ?? '')).toEqual({ keySignature: 'E', isKeyStated: true })
  expect(await shownKey(app, same ?? '')).toEqual({ keySignature: 'Am', isKeyStated: false })
})

test('an answer does not count for another recording that takes the place of the first', async () => {
  const app = await sharedApp()
  const artist = await createArtistWithPayouts(app)
  const first = await announced(app, artist, { bytes: song.length })
  await putDetails(app, artist, first, { ...inE, keyAnswer: 'as_written' })
  const second = await announced(app, artist, { bytes: song.length, replaces: first })
  await sendPart(app, artist, { id: second, offset: 0, bytes: song })
  await app.work()
  expect(await stateOf(app, artist, second)).toMatchObject({
    state: 'prepared',
    details: { keySignature: 'E' },
  })
})

test('an upload that is not answered for is refused after thirty days, and keeps its details', async () => {
  const app = await sharedApp()
  const artist = await createArtistWithPayouts(app)
  const id = await announced(app, artist, { bytes: song.length })
  await putDetails(app, artist, id, inE)
  await sendPart(app, artist, { id, offset: 0, bytes: song })
  await app.work()
  const days = async (count: number) => {
    const earlier = sql<Date>`active_at - make_interval(days => ${count})`
    await app.db.updateTable('uploads').set({ active_at: earlier }).where('id', '=', id).execute()
    await addJob(app.db, 'tidy_uploads', {})
    await app.work()
    return stateOf(app, artist, id)
  }
  expect(await days(29)).toMatchObject({ state: 'prepared' })
  expect(await days(2)).toMatchObject({ state: 'refused', details: { keySignature: 'E' } })
  expect(await app.storage.stat(`originals/${id}`)).toBeNull()
})

async function createMeasured(app: TestApp, artist: TestUser, keySignature: string) {
  const { id } = await createTrack(app.db, { artistId: artist.id, keySignature, pricePence: 500 })
  const measured = app.db.updateTable('tracks').where('id', '=', id)
  await measured.set({ measured_key_confidence: 0.8 }).execute()
  return id
}

test('an edit to another key than the measured one is refused without an answer, and changes nothing', async () => {
  const app = await sharedApp()
  const artist = await createUser(app, { role: 'artist' })
  const id = await createMeasured(app, artist, 'Am')
  const changes = { keySignature: 'E', price: '9.00' }
  expect(await edit(app, artist, id, changes)).toMatchObject(unanswered)
  const own = await app.call(`GET /api/proxy/artists/tracks/${id}`, { as: artist })
  expect(own.json<OwnTrack>()).toMatchObject({
    keySignature: 'Am',
    pricePence: 500,
    measuredKey: 'Am',
    measuredKeyConfidence: 0.8,
  })
  await edit(app, artist, id, { ...changes, keyAnswer: 'as_written' })
  expect(await shownKey(app, id)).toEqual({ keySignature: 'E', isKeyStated: true })
  // The key is not changed again: what was answered stays.
  expect(await edit(app, artist, id, { title: 'Other' })).toMatchObject({ status: 200 })
  expect(await shownKey(app, id)).toEqual({ keySignature: 'E', isKeyStated: true })
  await edit(app, artist, id, { keySignature: 'F', keyAnswer: 'as_measured' })
  expect(await shownKey(app, id)).toEqual({ keySignature: 'Am', isKeyStated: false })
})

test('a track that is measured long after it was listed keeps its key, as the artist’s', async () => {
  const app = await sharedApp()
  const artist = await createUser(app, { role: 'artist' })
  const id = await createMeasured(app, artist, 'E')
  const unmeasured = app.db.updateTable('tracks').where('id', '=', id)
  await unmeasured.set({ music_measured_at: null }).execute()
  const music = { measuredKey: 'Am', measuredKeyConfidence: 0.8, tempoBpm: null }
  await storeMeasuredMusic(app.db, { id, music })
  expect(await shownKey(app, id)).toEqual({ keySignature: 'E', isKeyStated: true })
})
