import { expect, test } from 'vitest'
import type { Commission } from '#contracts/commissions/commission.ts'
import { refusalMessage } from '#rules/errors/refusal.ts'
import { decode, makeWav, tone } from '#server/gateways/audio/audio-samples.ts'
import { AudioRefused } from '#server/gateways/audio/audio-engine.ts'
import { codeOf } from '../../../../tests/support/access/code-of.ts'
import { cannedAudio } from '../../../../tests/support/canned-audio.ts'
import {
  announceDelivery,
  announced,
  studioIn,
  recordingOf,
  sendDelivery,
  storedKeys,
  take,
} from '../../../../tests/support/commissions/delivering.ts'
import {
  createCommissionArtist,
  readStored,
  timelineOf,
} from '../../../../tests/support/commissions/stored-commission.ts'
import { createTestApp, type TestUser } from '../../../../tests/support/test-app.ts'
import { notificationsOf } from '../../../../tests/support/notifications/notifications.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp({ audio: cannedAudio })
/** For recordings that are decoded. */
const decodingApp = emptiedTestApp()

const dayMs = 24 * 3_600_000

test('a finished recording is stored first and delivered once its preview of 30 seconds exists (API-37, CST-21, CST-22, BUS-20)', async () => {
  const studio = await studioIn(await decodingApp())
  const { app, mia, tom, store, read, askForChanges } = studio
  const { id: commissionId } = await store('in_progress')

  const sent = await sendDelivery(app, tom, { commissionId, file: recordingOf(46) })

  expect(sent.json()).toMatchObject({
    status: 'in_progress',
    deliveries: [{ state: 'preparing', fileName: 'take.wav', previewUrl: null }],
  })
  expect(await read(commissionId)).toMatchObject({ status: 'in_progress', deliveries: [] })
  const stored = await readStored(app, commissionId)
  await app.work()
  const delivered = await read(commissionId)
  expect(delivered).toMatchObject({
    status: 'delivered',
    deliveries: [{ state: 'ready', number: 1, previewSeconds: 30, fileUrl: null }],
  })
  const preview = await app.call(`GET ${delivered.previewUrl}`, { as: mia })
  const previewSeconds = (await decode(preview.rawPayload)).length / 44_100
  expect(Math.abs(previewSeconds - 30)).toBeLessThan(0.1)
  const after = await readStored(app, commissionId)
  expect(after.delivered_at).toEqual(stored.updated_at)
  expect(after.approve_at).toEqual(new Date(stored.updated_at.getTime() + 14 * dayMs))
  expect((await timelineOf(app, commissionId)).map(({ step }) => step)).toEqual([
    'upload',
    'deliver',
  ])
  expect((await notificationsOf(app, mia)).notifications[0]).toMatchObject({
    kind: 'commission_delivered',
  })

  // The next one starts at the same second, however it sounds.
  await askForChanges(commissionId)
  const swelling = (seconds: number) => tone(440)(seconds) * Math.min(1, seconds / 40)
  const file = makeWav({ waveform: swelling, seconds: 70, sampleRateHz: 8_000, channels: 1 })
  await sendDelivery(app, tom, { commissionId, file })
  await app.work()
  const starts = await app.db
    .selectFrom('commission_deliveries')
    .select(['number', 'preview_start_ms'])
    .orderBy('number')
    .execute()
  expect(starts).toHaveLength(2)
  expect(starts[1]?.preview_start_ms).toBe(starts[0]?.preview_start_ms)
})

test('only its artist can deliver, and only in progress, before its end (CST-18, ROL-22)', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, tom, store } = studio
  const other = await createCommissionArtist(app)
  const { id: commissionId } = await store('in_progress')
  const codes = async (as: typeof tom | undefined, id = commissionId) => [
    codeOf(await sendDelivery(app, as, { commissionId: id })),
    ...(as ? [codeOf(await announceDelivery(app, as, { commissionId: id, bytes: 100 }))] : []),
  ]
  expect(await codes(undefined)).toEqual(['login_required'])
  expect(await codes(mia)).toEqual(['not_allowed', 'not_allowed'])
  expect(await codes(other)).toEqual(['not_found', 'not_found'])
  for (const status of [
    'pending_artist',
    'requested',
    'accepted',
    'delivered',
    'approved',
    'completed',
    'cancelled',
  ] as const) {
    const { id } = await store(status)
    expect([status, ...(await codes(tom, id))]).toEqual([
      status,
      'commission_moved',
      'commission_moved',
    ])
  }
  const frozen = await store('in_progress', {
    frozen_at: app.clock.now(),
    frozen_by: 'admin',
    freeze_reason: 'Let us see.',
  })
  expect(await codes(tom, frozen.id)).toEqual(['commission_frozen', 'commission_frozen'])
  const ended = await store('in_progress', { end_at: app.clock.now() })
  expect(await codes(tom, ended.id)).toEqual(['commission_too_late', 'commission_too_late'])
  expect(await storedKeys(app)).toEqual([])
  expect(await app.db.selectFrom('commission_deliveries').select('id').execute()).toEqual([])
})

test('a file that is no recording is refused with its sentence, and leaves nothing (CST-20, VAL-38)', async () => {
  const studio = await studioIn(await decodingApp())
  const { app, tom, store, read } = studio
  const { id: commissionId } = await store('in_progress')
  const pdf = await sendDelivery(app, tom, {
    commissionId,
    file: Buffer.from('%PDF-1.7'.padEnd(2_000)),
    fileName: 'take.mp3',
  })
  expect(pdf.statusCode).toBe(415)
  expect(pdf.json()).toMatchObject({
    code: 'delivery_not_audio',
    message: 'Please select an audio file',
  })
  expect(codeOf(await sendDelivery(app, tom, { commissionId, file: null }))).toBe(
    'upload_file_missing',
  )
  // It shows only when it is decoded.
  const noise = Buffer.concat([Buffer.from('fLaC\0\0\0\x22'), Buffer.alloc(5_000, 'x')])
  await sendDelivery(app, tom, { commissionId, file: noise })
  await app.work()
  expect(await read(commissionId, tom)).toMatchObject({
    status: 'in_progress',
    deliveries: [{ state: 'refused', reason: expect.any(String), previewUrl: null }],
  })
  expect(await read(commissionId)).toMatchObject({ deliveries: [] })
  expect(await storedKeys(app)).toEqual([])
})

test('a recording of less than 45 seconds is refused with its reason, of which its artist is told, and changes no status', async () => {
  const studio = await studioIn(await decodingApp())
  const { app, mia, tom, store, read } = studio
  const { id: commissionId } = await store('in_progress')
  await sendDelivery(app, tom, { commissionId, file: recordingOf(44) })
  await app.work()
  expect(await read(commissionId, tom)).toMatchObject({
    status: 'in_progress',
    canDo: expect.arrayContaining(['upload', 'giveUp']),
    deliveries: [{ state: 'refused', reason: refusalMessage('delivery_length') }],
  })
  expect(await storedKeys(app)).toEqual([])
  expect((await notificationsOf(app, tom)).notifications[0]).toMatchObject({
    kind: 'commission_delivery_refused',
    addition: `${refusalMessage('delivery_length')} Please deliver again.`,
  })
  expect((await notificationsOf(app, mia)).notifications).toEqual([])
  await sendDelivery(app, tom, { commissionId, file: recordingOf(45) })
  await app.work()
  expect(await read(commissionId)).toMatchObject({
    status: 'delivered',
    deliveries: [{ number: 1 }],
  })
})

test('a recording that is too long says how long a delivery may be', async () => {
  const tooLong = { ...cannedAudio, prepareDelivery: () => refuse('audio_too_long') }
  await using app = await createTestApp({ audio: tooLong })
  const studio = await studioIn(app)
  const { tom, store, read } = studio
  const { id: commissionId } = await store('in_progress')
  await sendDelivery(app, tom, { commissionId })
  await app.work()
  expect((await read(commissionId, tom)).deliveries[0]?.reason).toBe(
    refusalMessage('delivery_length'),
  )
})

async function refuse(code: 'audio_too_long'): Promise<never> {
  throw new AudioRefused(code)
}

test('there is one delivery at a time, arriving or in preparation', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, tom, store } = studio
  const { id: commissionId } = await store('in_progress')
  const again = async () => [
    codeOf(await sendDelivery(app, tom, { commissionId })),
    codeOf(await announceDelivery(app, tom, { commissionId, bytes: 100 })),
  ]
  const { path } = await announced(app, tom, { commissionId, bytes: take.length })
  expect(await again()).toEqual(['delivery_in_preparation', 'delivery_in_preparation'])
  const headers = { 'tus-resumable': '1.0.0' }
  expect((await app.call(`DELETE ${path}`, { as: tom, headers })).statusCode).toBe(204)
  const both = await Promise.all([
    sendDelivery(app, tom, { commissionId }),
    sendDelivery(app, tom, { commissionId }),
  ])
  expect(both.map(codeOf).toSorted()).toEqual(['delivery_in_preparation', 'done'])
  expect(await again()).toEqual(['delivery_in_preparation', 'delivery_in_preparation'])
  expect(await storedKeys(app)).toHaveLength(1)
})

test('while a delivery is prepared nobody cancels; one whose job is gone is refused', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, tom, store, read } = studio
  const { id: commissionId } = await store('in_progress', { overdue_at: app.clock.now() })
  await sendDelivery(app, tom, { commissionId })
  const cancel = () =>
    app.call(`POST /api/commissions/${commissionId}/give-up`, {
      as: tom,
      send: { reason: 'My hand hurts.' },
    })
  expect(codeOf(await cancel())).toBe('delivery_in_preparation')
  const cancelled = await app.call(`POST /api/commissions/${commissionId}/cancel-overdue`, {
    as: mia,
  })
  expect(codeOf(cancelled)).toBe('delivery_in_preparation')
  // Its job is gone, as after being killed at every attempt.
  await app.pool.query(
    `select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where task_identifier = 'prepare_delivery'))`,
  )
  await app.pool.query(`select graphile_worker.add_job('tidy_deliveries')`)
  await app.work()
  expect(await read(commissionId, tom)).toMatchObject({
    status: 'in_progress',
    deliveries: [{ state: 'refused', reason: refusalMessage('upload_interrupted') }],
  })
  expect(await storedKeys(app)).toEqual([])
})

test('the last byte counts: a delivery that arrived before the end is delivered after it', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, tom, store, read } = studio
  const endAt = new Date(app.clock.now().getTime() + 60_000)
  const { id: commissionId } = await store('in_progress', { end_at: endAt })
  await sendDelivery(app, tom, { commissionId })
  await app.clock.move({ minutes: 5 })
  await app.work()
  expect(await read(commissionId)).toMatchObject({ status: 'delivered' })
  const { delivered_at: deliveredAt } = await readStored(app, commissionId)
  expect(deliveredAt?.getTime()).toBeLessThan(endAt.getTime())
})

test('that a preview is being prepared is read by both parties, in the room and in their lists, and after ten minutes that it takes long', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, tom, store } = studio
  const { id: commissionId } = await store('in_progress')
  type Read = Pick<Commission, 'preparation'>
  const seen = async () => {
    const read = async (as: TestUser, role: string) => {
      const room = await app.call(`GET /api/commissions/${commissionId}`, { as })
      const list = await app.call(`GET /api/commissions?as=${role}`, { as })
      const rows = list.json<{ commissions: Read[] }>().commissions
      return [room.json<Read>().preparation, ...rows.map(({ preparation }) => preparation)]
    }
    return [...(await read(mia, 'customer')), ...(await read(tom, 'artist'))]
  }
  expect(await seen()).toEqual([null, null, null, null])
  await sendDelivery(app, tom, { commissionId })
  expect(await seen()).toEqual(['usual', 'usual', 'usual', 'usual'])
  await app.clock.move({ minutes: 10 })
  expect(await seen()).toEqual(['late', 'late', 'late', 'late'])
})
