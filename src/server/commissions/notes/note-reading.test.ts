import { expect, test } from 'vitest'
import { createAdmin } from '../../../../tests/support/access/admin-user.ts'
import { stateReason } from '../../../../tests/support/commissions/messaging.ts'
import { notesFixture } from '../../../../tests/support/commissions/notes.ts'
import { storeDispute } from '../../../../tests/support/commissions/stored-commission.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

test('an admin with a stated reason reads the notes of that room for one hour, at the seconds of its previews', async () => {
  const fixture = await notesFixture(await emptyApp())
  const { app, admin, storeDelivered, note, read } = fixture
  await app.clock.set(app.clock.now())
  const [one, other] = [await storeDelivered(), await storeDelivered()]
  const { deliveryId } = one
  await note(one.id, { deliveryId, seconds: 12, text: 'Softer' })
  await note(other.id, { deliveryId: other.deliveryId, seconds: 12 })
  expect((await read(one.id, admin)).notes).toEqual([])
  await stateReason(app, admin, one.id)
  const readable = [
    { text: 'Softer', places: [{ deliveryId, seconds: 12 }], recordingSeconds: null, canDo: [] },
  ]
  expect((await read(one.id, admin)).notes).toMatchObject(readable)
  expect((await read(other.id, admin)).notes).toEqual([])
  expect((await read(one.id, await createAdmin(app))).notes).toEqual([])
  await app.clock.move({ hours: 1, seconds: -1 })
  expect((await read(one.id, admin)).notes).toMatchObject(readable)
  await app.clock.move({ seconds: 1 })
  expect((await read(one.id, admin)).notes).toEqual([])
})

test('an admin who judges reads the notes, which is logged once an hour; where there are none nothing is read', async () => {
  const fixture = await notesFixture(await emptyApp())
  const { app, admin, mia, actions, storeDelivered, note, read } = fixture
  await app.clock.set(app.clock.now())
  const [noted, empty] = [await storeDelivered(), await storeDelivered()]
  await note(noted.id, { deliveryId: noted.deliveryId, seconds: 12 })
  for (const { id } of [noted, empty]) await storeDispute(app, id)
  const readBoth = async () => {
    for (const { id } of [noted, empty]) await read(id, admin)
    return (await actions()).map((entry) => [entry.action, entry.subject_id, entry.note])
  }
  const entry = ['read_messages', noted.id, 'Read the room.']
  expect(await readBoth()).toEqual([entry])
  expect(await readBoth()).toEqual([entry])
  await read(noted.id, mia)
  await app.clock.move({ hours: 1 })
  expect(await readBoth()).toEqual([entry, entry])
})
