import { expect, test } from 'vitest'
import { maxNotes, maxOpenNotes, noteLimits } from '#rules/commissions/note-limits.ts'
import { codeOf } from '../../../../tests/support/access/code-of.ts'
import { notesFixture, storeNotes } from '../../../../tests/support/commissions/notes.ts'
import { storeDelivery } from '../../../../tests/support/commissions/stored-commission.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

test('a note has 1 to 500 characters, and so has an answer', async () => {
  const fixture = await notesFixture(await emptyApp())
  const { tom, storeDelivered, add, note, change } = fixture
  const { id, deliveryId } = await storeDelivered()
  const noteId = await note(id, { deliveryId, seconds: 1 })
  for (const text of ['', ' \n ', '\u200B', 'x'.repeat(501)]) {
    expect(codeOf(await add(id, { deliveryId, seconds: 1, text }))).toBe('invalid_input')
    expect(codeOf(await change(id, noteId, { text }))).toBe('invalid_input')
  }
  expect(codeOf(await change(id, noteId, { answer: 'x'.repeat(501) }, tom))).toBe('invalid_input')
  const text = 'x'.repeat(500)
  expect(codeOf(await add(id, { deliveryId, seconds: 1, text }))).toBe('done')
  expect(codeOf(await change(id, noteId, { text }))).toBe('done')
  expect(codeOf(await change(id, noteId, { answer: text }, tom))).toBe('done')
})

test('a note stands at a second that the preview has', async () => {
  const fixture = await notesFixture(await emptyApp())
  const { app, storeDelivered, add } = fixture
  const { id, deliveryId } = await storeDelivered()
  for (const seconds of [-0.1, 30.1, 1e9, '', 'x', '1e1', null, true, []])
    expect([seconds, codeOf(await add(id, { deliveryId, seconds: seconds as number }))]).toEqual([
      seconds,
      'invalid_input',
    ])
  expect(codeOf(await add(id, { deliveryId, seconds: 0 }))).toBe('done')
  expect(codeOf(await add(id, { deliveryId, seconds: 30 }))).toBe('done')
  const delivery = app.db.updateTable('commission_deliveries').where('id', '=', deliveryId)
  await delivery.set({ preview_ms: 12_000 }).execute()
  expect(codeOf(await add(id, { deliveryId, seconds: 12 }))).toBe('done')
  expect(codeOf(await add(id, { deliveryId, seconds: 12.1 }))).toBe('note_outside_preview')
})

test('a change is one of three: a text, a tick with or without an answer, or taking the note back', async () => {
  const fixture = await notesFixture(await emptyApp())
  const { storeDelivered, note, change, stored } = fixture
  const { id, deliveryId } = await storeDelivered()
  const noteId = await note(id, { deliveryId, seconds: 1 })
  const before = await stored()
  for (const send of [
    {},
    { text: 'Softer', isDone: true },
    { text: 'Softer', isWithdrawn: true },
    { isDone: true, isWithdrawn: true },
    { answer: '', isWithdrawn: true },
    { isWithdrawn: false },
  ])
    expect([send, codeOf(await change(id, noteId, send))]).toEqual([send, 'invalid_input'])
  expect(await stored()).toEqual(before)
})

test(`${maxOpenNotes} notes of a commission are open at most, of both parties together, also of two that are sent at once`, async () => {
  const fixture = await notesFixture(await emptyApp())
  const { app, tom, storeDelivered, add, note, change, stored } = fixture
  const [{ id, deliveryId }, other] = [await storeDelivered(), await storeDelivered()]
  await storeNotes(app, { commissionId: id, deliveryId, count: maxOpenNotes - 2 })
  const first = await note(id, { deliveryId, seconds: 1 }, tom)
  const racing = await Promise.all([
    add(id, { deliveryId, seconds: 3 }),
    add(id, { deliveryId, seconds: 3 }, tom),
  ])
  expect(racing.map(codeOf).toSorted()).toEqual(['done', 'too_many_notes'])
  expect(await stored()).toHaveLength(maxOpenNotes)
  expect(codeOf(await add(id, { deliveryId, seconds: 4 }))).toBe('too_many_notes')
  expect(codeOf(await add(other.id, { deliveryId: other.deliveryId, seconds: 4 }))).toBe('done')
  // A note that is ticked off no longer counts.
  const newest = { deliveryId: await storeDelivery(app, id), seconds: 4 }
  await change(id, first, { isDone: true }, tom)
  expect(codeOf(await add(id, newest))).toBe('done')
  expect(codeOf(await add(id, newest))).toBe('too_many_notes')
})

test('a note is opened again only where an open one has room, also of two at once', async () => {
  const fixture = await notesFixture(await emptyApp())
  const { app, tom, storeDelivered, change, read } = fixture
  const { id, deliveryId } = await storeDelivered()
  const noted = { commissionId: id, deliveryId }
  const done = await storeNotes(app, { ...noted, count: 3, isDone: true })
  const [open] = await storeNotes(app, { ...noted, count: maxOpenNotes - 1 })
  await storeDelivery(app, id)
  const reopen = (noteId: string | undefined) => change(id, noteId, { isDone: false }, tom)
  const [first, second, third] = done
  const racing = await Promise.all([reopen(first), reopen(second)])
  expect(racing.map(codeOf).toSorted()).toEqual(['done', 'too_many_notes'])
  expect(codeOf(await change(id, third, { isDone: false, answer: 'Not yet.' }, tom))).toBe(
    'too_many_notes',
  )
  const { notes } = await read(id)
  expect(notes.filter(({ doneAt }) => doneAt === null)).toHaveLength(maxOpenNotes)
  expect(notes.filter(({ answer }) => answer !== null)).toEqual([])
  // An open one takes no other place.
  expect(codeOf(await reopen(open))).toBe('done')
})

test(`a commission has ${maxNotes} notes at most, with those that are ticked off, also of two that are sent at once`, async () => {
  const fixture = await notesFixture(await emptyApp())
  const { app, tom, storeDelivered, add, change, stored } = fixture
  const { id, deliveryId } = await storeDelivered()
  const noted = { commissionId: id, deliveryId }
  await storeNotes(app, { ...noted, count: maxNotes - 2, isDone: true })
  const [own] = await storeNotes(app, { ...noted, count: 1 })
  const note = { deliveryId, seconds: 3 }
  const racing = await Promise.all([add(id, note), add(id, note, tom)])
  expect(racing.map(codeOf).toSorted()).toEqual(['done', 'notes_full'])
  expect(await stored()).toHaveLength(maxNotes)
  // One that is taken back makes room.
  expect(codeOf(await change(id, own, { isWithdrawn: true }))).toBe('done')
  expect(codeOf(await add(id, note))).toBe('done')
  expect(codeOf(await add(id, note))).toBe('notes_full')
})

test('a user writes so many notes in an hour, whatever becomes of them; refused ones do not count', async () => {
  const fixture = await notesFixture(await emptyApp())
  const { app, mia, storeDelivered, add, note, change } = fixture
  const { id, deliveryId } = await storeDelivered()
  const noteId = await note(id, { deliveryId, seconds: 1 })
  await change(id, noteId, { isWithdrawn: true })
  const [{ max }] = noteLimits
  const counted = app.db.updateTable('rate_limits').where('key', 'like', `notes|%|${mia.id}`)
  await counted.set({ count: max - 1 }).execute()
  expect(codeOf(await add(id, { deliveryId, seconds: 1, text: '' }))).toBe('invalid_input')
  expect(codeOf(await add(id, { deliveryId, seconds: 1 }))).toBe('done')
  expect(codeOf(await add(id, { deliveryId, seconds: 1 }))).toBe('too_many_notes_an_hour')
  expect(codeOf(await add(id, { deliveryId, seconds: 1 }, fixture.tom))).toBe('done')
})
