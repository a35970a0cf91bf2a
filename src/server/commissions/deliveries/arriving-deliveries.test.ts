import { expect, test } from 'vitest'
import { refusalMessage } from '#rules/errors/refusal.ts'
import { AudioRefused } from '#server/gateways/audio/audio-engine.ts'
import { codeOf } from '../../../../tests/support/access/code-of.ts'
import { cannedAudio } from '../../../../tests/support/canned-audio.ts'
import {
  announced,
  announceDelivery,
  studioIn,
  sendDelivery,
  sendPart,
  sendWhole,
  storedKeys,
  take,
} from '../../../../tests/support/commissions/delivering.ts'
import { createCommissionArtist } from '../../../../tests/support/commissions/stored-commission.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp({ audio: cannedAudio })

const headers = { 'tus-resumable': '1.0.0' }

test('a delivery arrives in parts, goes on where the server has stopped, and is delivered', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, tom, store, read } = studio
  const { id: commissionId } = await store('in_progress')
  const half = take.length / 2
  const { path, id } = await announced(app, tom, { commissionId, bytes: take.length })
  expect(path).toBe(`/api/commissions/${commissionId}/deliveries/${id}`)
  await sendPart(app, tom, { path, bytes: take.subarray(0, half) })
  expect(await read(commissionId, tom)).toMatchObject({
    deliveries: [{ id, state: 'arriving', fileName: 'take.wav', bytesReceived: half }],
  })
  expect(await read(commissionId)).toMatchObject({ deliveries: [] })
  const found = await app.call(`HEAD ${path}`, { as: tom, headers })
  expect(found.headers['upload-offset']).toBe(String(half))
  await sendPart(app, tom, { path, offset: half, bytes: take.subarray(half) })
  // From now on the commission says what becomes of it.
  expect((await app.call(`HEAD ${path}`, { as: tom, headers })).statusCode).toBe(404)
  await app.work()
  expect(await read(commissionId)).toMatchObject({ status: 'delivered', deliveries: [{ id }] })
  const uploads = app.db.selectFrom('uploads').where('artist_id', '=', tom.id)
  expect(await uploads.select('id').execute()).toEqual([])
})

test('what arrives for a commission is its artist’s alone, and no upload of a track', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, tom, store } = studio
  const other = await createCommissionArtist(app)
  const [{ id: commissionId }, second] = [await store('in_progress'), await store('in_progress')]
  const { path, id } = await announced(app, tom, { commissionId, bytes: take.length })
  const codes = async (as: typeof tom, url: string) => [
    (await app.call(`HEAD ${url}`, { as, headers })).statusCode,
    codeOf(await sendPart(app, as, { path: url, bytes: take })),
    codeOf(await app.call(`DELETE ${url}`, { as, headers })),
  ]
  const none = [404, 'not_found', 'not_found']
  expect(await codes(other, path)).toEqual(none)
  expect(await codes(tom, `/api/commissions/${second.id}/deliveries/${id}`)).toEqual(none)
  expect(await codes(tom, `/api/proxy/uploads/${id}/file`)).toEqual(none)
  expect(codeOf(await app.call(`GET /api/proxy/uploads/${id}`, { as: tom }))).toBe('not_found')
  expect((await app.call('GET /api/proxy/uploads', { as: tom })).json()).toEqual({ uploads: [] })
  expect((await app.call(`HEAD ${path}`, { as: tom, headers })).statusCode).toBe(200)
})

test('a sung guide arrives before its recording, and is delivered with it; a newer one takes its place', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, tom, store, read } = studio
  const { id: commissionId } = await store('in_progress', { wants_guide_track: true })
  const former = await sendWhole(app, tom, { commissionId, kind: 'guide' })
  const guide = await sendWhole(app, tom, { commissionId, kind: 'guide' })
  expect(await read(commissionId, tom)).toMatchObject({ deliveries: [] })
  expect((await storedKeys(app)).filter((key) => key.includes(former))).toEqual([])
  const id = await sendWhole(app, tom, { commissionId, guide })
  await app.work()
  expect(await read(commissionId, tom)).toMatchObject({
    status: 'delivered',
    deliveries: [{ id, guideUrl: `/api/commissions/${commissionId}/deliveries/${id}/guide` }],
  })
  const sung = await app.call(`GET /api/commissions/${commissionId}/deliveries/${id}/guide`, {
    as: tom,
  })
  expect(sung.rawPayload.equals(take)).toBe(true)
  expect(
    codeOf(
      await app.call(`GET /api/commissions/${commissionId}/deliveries/${id}/guide`, { as: mia }),
    ),
  ).toBe('not_found')
})

test('a sung guide that has arrived is also delivered with a recording that comes as a form', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, tom, store, read } = studio
  const { id: commissionId } = await store('in_progress', { wants_guide_track: true })
  const other = await store('in_progress', { wants_guide_track: true })
  await sendWhole(app, tom, { commissionId, kind: 'guide' })
  for (const id of [other.id, commissionId]) {
    expect((await sendDelivery(app, tom, { commissionId: id })).statusCode).toBe(200)
  }
  await app.work()
  const guideOf = async (id: string) => (await read(id, tom)).deliveries[0]?.guideUrl
  expect(await guideOf(commissionId)).toMatch(/\/guide$/)
  expect(await guideOf(other.id)).toBeNull()
  expect((await read(commissionId, mia)).status).toBe('delivered')
})

test.each([
  ['audio_too_short', 'guide_length'],
  ['audio_too_long', 'guide_length'],
  ['audio_broken', 'guide_unplayable'],
  ['audio_not_recognised', 'guide_unplayable'],
] as const)(
  'a sung guide that is %s is named in the refusal, which says that the track is good (%s)',
  async (code, named) => {
    const check = () => Promise.reject(new AudioRefused(code))
    await using app = await createTestApp({ audio: { ...cannedAudio, check } })
    const studio = await studioIn(app)
    const { tom, store, read } = studio
    const { id: commissionId } = await store('in_progress', { wants_guide_track: true })
    const guide = await sendWhole(app, tom, { commissionId, kind: 'guide' })
    await sendWhole(app, tom, { commissionId, guide })
    await app.work()
    const { status, deliveries } = await read(commissionId, tom)
    expect([status, deliveries[0]?.state]).toEqual(['in_progress', 'refused'])
    expect(deliveries[0]?.reason).toBe(refusalMessage(named))
    expect(deliveries[0]?.reason).toContain('The track itself is good')
    expect(await storedKeys(app)).toEqual([])
  },
)

test('a track that is no better than its sung guide is refused itself', async () => {
  const refuse = () => Promise.reject(new AudioRefused('audio_too_short'))
  const audio = { ...cannedAudio, check: refuse, prepareDelivery: refuse }
  await using app = await createTestApp({ audio })
  const studio = await studioIn(app)
  const { tom, store, read } = studio
  const { id: commissionId } = await store('in_progress', { wants_guide_track: true })
  const guide = await sendWhole(app, tom, { commissionId, kind: 'guide' })
  await sendWhole(app, tom, { commissionId, guide })
  await app.work()
  const [refused] = (await read(commissionId, tom)).deliveries
  expect(refused?.reason).toBe(refusalMessage('delivery_length'))
})

test('a guide of another commission is not delivered with a recording', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, tom, store, read } = studio
  const [{ id: commissionId }, second] = [await store('in_progress'), await store('in_progress')]
  const guide = await sendWhole(app, tom, { commissionId: second.id, kind: 'guide' })
  await sendWhole(app, tom, { commissionId, guide })
  await app.work()
  expect((await read(commissionId, tom)).deliveries[0]?.guideUrl).toBeNull()
})

test('what turns out to be no recording, and what nobody waits for any more, leaves nothing', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, tom, store } = studio
  const { id: commissionId } = await store('in_progress')
  const text = Buffer.from('%PDF-1.7'.padEnd(2_000))
  const refused = await announced(app, tom, { commissionId, bytes: text.length })
  const answer = await sendPart(app, tom, { path: refused.path, bytes: text })
  expect(answer.json()).toMatchObject({
    code: 'delivery_not_audio',
    message: 'Please select an audio file',
  })

  const { path } = await announced(app, tom, { commissionId, bytes: take.length })
  await sendPart(app, tom, { path, bytes: take.subarray(0, 5_000) })
  await app.db
    .updateTable('commissions')
    .set({ end_at: app.clock.now() })
    .where('id', '=', commissionId)
    .execute()
  const late = await sendPart(app, tom, { path, offset: 5_000, bytes: take.subarray(5_000) })
  expect(codeOf(late)).toBe('commission_too_late')
  expect(await app.db.selectFrom('uploads').select('id').execute()).toEqual([])
  expect(await app.db.selectFrom('commission_deliveries').select('id').execute()).toEqual([])
  expect(await storedKeys(app)).toEqual([])
})

test('deliveries take none of the places of uploads', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, tom, store } = studio
  for (let sent = 0; sent < 4; sent++) {
    const { id: commissionId } = await store('in_progress')
    const answer = await announceDelivery(app, tom, { commissionId, bytes: take.length })
    expect(answer.statusCode).toBe(201)
  }
  const { id: commissionId } = await store('in_progress')
  expect(codeOf(await sendDelivery(app, tom, { commissionId }))).toBe('done')
})
