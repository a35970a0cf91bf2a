import { expect, test } from 'vitest'
import type { Commission } from '#contracts/commissions/commission.ts'
import { unpack } from '../../../../tests/support/accounts/own-data.ts'
import { notesFixture } from '../../../../tests/support/commissions/notes.ts'
import {
  storeDelivery,
  storeDispute,
} from '../../../../tests/support/commissions/stored-commission.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

type Fixture = Awaited<ReturnType<typeof notesFixture>>

/** Of another part of the recording, in milliseconds. */
async function deliverAgain({ app, requestChanges }: Fixture, id: string, startMs: number) {
  await requestChanges(id)
  const deliveryId = await storeDelivery(app, id)
  await app.db
    .updateTable('commission_deliveries')
    .set({ preview_start_ms: startMs })
    .where('id', '=', deliveryId)
    .execute()
  await app.db
    .updateTable('commissions')
    .set({ status: 'delivered' })
    .where('id', '=', id)
    .execute()
  return deliveryId
}

const places = ({ notes }: Commission) =>
  notes.map((note) => note.places.map(({ seconds }) => seconds))

test('with the next delivery an open note stands at the same second', async () => {
  const fixture = await notesFixture(await emptyApp())
  const { mia, tom, storeDelivered, note, read } = fixture
  const { id, deliveryId } = await storeDelivered()
  const noteId = await note(id, { deliveryId, seconds: 12 })
  const newest = await deliverAgain(fixture, id, 20_000)
  for (const as of [mia, tom])
    expect((await read(id, as)).notes).toMatchObject([
      {
        id: noteId,
        deliveryId,
        doneAt: null,
        places: [
          { deliveryId, seconds: 12 },
          { deliveryId: newest, seconds: 12 },
        ],
      },
    ])
})

test('in a preview of another part of the recording a note stands at the same second of the recording, or beside it', async () => {
  const fixture = await notesFixture(await emptyApp())
  const { storeDelivered, note, read } = fixture
  const { id, deliveryId } = await storeDelivered()
  await note(id, { deliveryId, seconds: 12 })
  await note(id, { deliveryId, seconds: 24 })
  await deliverAgain(fixture, id, 34_500)
  expect(places(await read(id))).toEqual([
    [12, null],
    [24, 9.5],
  ])
})

test('the artist knows the second of the recording; the customer learns it with the approved recording', async () => {
  const fixture = await notesFixture(await emptyApp())
  const { mia, tom, payForDelivery, note, read, approve } = fixture
  const { id, deliveryId } = await payForDelivery()
  await note(id, { deliveryId, seconds: 12.5 })
  const secondsOf = async (as = mia) => (await read(id, as)).notes[0]?.recordingSeconds
  expect([await secondsOf(), await secondsOf(tom)]).toEqual([null, 32.5])
  expect((await read(id, tom)).deliveries[0]?.fileWaveform).toHaveLength(96)
  expect((await read(id)).deliveries[0]?.fileWaveform).toBeNull()
  await approve(id)
  expect([await secondsOf(), await secondsOf(tom)]).toEqual([32.5, 32.5])
  expect((await read(id)).deliveries[0]?.fileWaveform).toHaveLength(96)
})

test('before the approval nothing that the customer is sent depends on where the preview lies in the recording, or on its length', async () => {
  const fixture = await notesFixture(await emptyApp())
  const { app, mia, storeDelivered, note, add, change, read, tom } = fixture
  const { id, deliveryId } = await storeDelivered()
  const noteId = await note(id, { deliveryId, seconds: 12 })
  await note(id, { deliveryId, seconds: 3 }, tom)
  await change(id, noteId, { answer: 'I will.' }, tom)
  const sent = async () => ({ ...(await read(id)), readAt: 'now' })
  const exported = async () => {
    const zip = await unpack((await app.call('GET /api/account/export', { as: mia })).rawPayload)
    return zip.json['commission-notes.json']
  }
  const before = await sent()
  const exportedBefore = await exported()
  expect(exportedBefore).toMatchObject([
    { author: 'customer', delivery: 1, seconds: 12, answer: 'I will.' },
    { author: 'artist', delivery: 1, seconds: 3 },
  ])
  // The same notes of a recording of twice the length, in which the preview starts later.
  await app.db
    .updateTable('commission_deliveries')
    .set((eb) => ({
      preview_start_ms: 61_000,
      audio: eb.fn<unknown>('jsonb_set', ['audio', eb.val('{durationMs}'), eb.val('180000')]),
    }))
    .execute()
  await app.db
    .updateTable('commission_notes')
    .set((eb) => ({ at_tenths: eb('at_tenths', '+', 410) }))
    .execute()
  expect(await sent()).toEqual(before)
  expect(await exported()).toEqual(exportedBefore)
  const answered = await add(id, { deliveryId, seconds: 1 })
  expect(answered.json<Commission>().notes.map((one) => one.recordingSeconds)).toEqual([
    null,
    null,
    null,
  ])
})

test('an admin who judges reads where a note stands in the recording that can be played', async () => {
  const fixture = await notesFixture(await emptyApp())
  const { app, admin, storeDelivered, note, read } = fixture
  const { id, deliveryId } = await storeDelivered()
  await note(id, { deliveryId, seconds: 12 })
  await storeDispute(app, id)
  expect((await read(id, admin)).notes).toMatchObject([{ recordingSeconds: 32 }])
})
