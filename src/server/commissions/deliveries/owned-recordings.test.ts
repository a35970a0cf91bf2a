import { expect, test } from 'vitest'
import { encode } from '#server/gateways/audio/audio-samples.ts'
import { codeOf } from '../../../../tests/support/access/code-of.ts'
import { unpack } from '../../../../tests/support/accounts/own-data.ts'
import {
  studioIn,
  recordingOf,
  sendWhole,
  take,
} from '../../../../tests/support/commissions/delivering.ts'
import { createTestApp, createUser, type TestUser } from '../../../../tests/support/test-app.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'
import { cannedAudio } from '../../../../tests/support/canned-audio.ts'

const emptyApp = emptiedTestApp({ audio: cannedAudio })

type Studio = Awaited<ReturnType<typeof studioIn>>

async function approved(studio: Studio, file?: Buffer): Promise<string> {
  const { app, tom, payFor, approve } = studio
  const commissionId = await payFor({ name: 'Blue Skylark' })
  const sung = file ?? take
  const guide = await sendWhole(app, tom, { commissionId, kind: 'guide', file: sung })
  await sendWhole(app, tom, { commissionId, guide, ...(file ? { file } : {}) })
  await app.work()
  const answer = await approve(commissionId)
  if (codeOf(answer) !== 'done') throw new Error(answer.body)
  return commissionId
}

test('an approved commission is among the customer’s tracks and found by their search, and in nothing public (CST-25)', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, tom } = studio
  const other = await createUser(app)
  const id = await approved(studio)
  const list = async (as: TestUser, query = '') =>
    (await app.call(`GET /api/proxy/my-tracks?query=${query}`, { as })).json()
  expect(await list(mia)).toMatchObject({
    totalTracks: 1,
    tracks: [
      {
        commissionId: id,
        isListed: false,
        paidPence: 4420,
        refundRequest: null,
        track: { id, title: 'Blue Skylark', previewUrl: null, user: { id: tom.id } },
        files: [{ format: 'original', label: 'WAV', state: 'ready', bytes: take.length }, {}],
        stream: { url: `/api/proxy/my-tracks/${id}/stream?format=original` },
      },
    ],
  })
  expect(await list(mia, 'skyl')).toMatchObject({ totalTracks: 1 })
  expect(await list(mia, 'blackbird')).toMatchObject({ totalTracks: 0, tracks: [] })
  for (const as of [other, tom]) expect(await list(as)).toMatchObject({ totalTracks: 0 })
  const played = await app.call(`GET /api/proxy/my-tracks/${id}/stream`, {
    as: mia,
    headers: { range: 'bytes=100-199' },
  })
  expect(played.rawPayload.equals(take.subarray(100, 200))).toBe(true)
  for (const path of [
    'tracks/query?query=skylark',
    'tracks/suggest?query=skylark',
    `tracks/${id}`,
    `tracks/${id}/cover.svg`,
    `tracks/${id}/preview.mp3`,
  ]) {
    const answer = await app.call(`GET /public/${path}`)
    expect([path, answer.body.includes(id)]).toEqual([path, false])
  }
})

test('it is in the ZIP and in the copy of the data, and each download is kept', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia } = studio
  const id = await approved(studio)
  const zip = await app.call('GET /api/proxy/my-tracks/zip', { as: mia })
  // Stored without compression: first the recording, then the guide that was sung with it.
  expect(zip.rawPayload.indexOf('Blue Skylark.wav')).toBeGreaterThan(0)
  expect(zip.rawPayload.indexOf('Blue Skylark (sung guide).wav')).toBeGreaterThan(0)
  const first = zip.rawPayload.indexOf(take)
  expect(zip.rawPayload.indexOf(take, first + take.length)).toBeGreaterThan(first)
  await app.call(`GET /api/proxy/tracks/download/${id}`, { as: mia })
  // The recordings in a ZIP are counted while it is sent.
  const counted = app.db.selectFrom('downloads').select('commission_id')
  await expect.poll(() => counted.execute()).toHaveLength(2)
  const copy = await app.call('GET /api/account/export', { as: mia })
  expect((await unpack(copy.rawPayload)).json['owned-tracks.json']).toMatchObject([
    { commission_id: id, track_id: null, title: 'Blue Skylark', downloads: [{}, {}] },
  ])
})

test('its MP3 is made at the approval, and its WAV on request, for its customer alone', async () => {
  await using app = await createTestApp()
  const studio = await studioIn(app)
  const { mia, tom } = studio
  const id = await approved(studio, await encode(recordingOf(46), 'flac'))
  await app.work()
  const download = (as: TestUser, format: string) =>
    app.call(`GET /api/proxy/tracks/download/${id}?format=${format}`, { as })
  const mp3 = await download(mia, 'mp3')
  expect(mp3.headers).toMatchObject({
    'content-type': 'audio/mpeg',
    'content-disposition': 'attachment; filename="Blue Skylark.mp3"',
  })
  expect(codeOf(await download(tom, 'mp3'))).toBe('not_found')
  const wav = `/api/proxy/my-tracks/${id}/renditions/wav`
  expect(codeOf(await app.call(`POST ${wav}`, { as: tom, send: {} }))).toBe('not_found')
  const asked = await app.call(`POST ${wav}`, { as: mia, send: {} })
  expect(asked.json()).toMatchObject({ format: 'wav', state: 'waiting' })
  await app.work()
  expect((await download(mia, 'wav')).rawPayload.subarray(0, 4).toString()).toBe('RIFF')
})

test('the finished commission is confirmed to its customer on our own pages, and grants nothing (API-40)', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, tom, store } = studio
  const id = await approved(studio)
  const ask = (as: TestUser | undefined, commissionId = id, headers = {}) =>
    app.call(`GET /api/commission/finished-commission?commissionId=${commissionId}`, {
      ...(as ? { as } : {}),
      headers,
    })
  const owned = () => app.db.selectFrom('commission_entitlements').selectAll().execute()
  const before = await owned()
  expect((await ask(mia)).json()).toEqual({ commissionId: id })
  expect((await ask(mia)).json()).toEqual({ commissionId: id })
  expect(await owned()).toEqual(before)
  expect(codeOf(await ask(undefined))).toBe('login_required')
  expect(codeOf(await ask(tom))).toBe('not_found')
  expect(codeOf(await ask(mia, id, { 'sec-fetch-site': 'cross-site' }))).toBe('foreign_origin')
  const { id: open } = await store('delivered')
  expect(codeOf(await ask(mia, open))).toBe('commission_moved')
})
