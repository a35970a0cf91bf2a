import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { codeOf } from '../../../../tests/support/access/code-of.ts'
import { frozenSince } from '../../../../tests/support/commissions/judging.ts'
import { notesFixture } from '../../../../tests/support/commissions/notes.ts'
import {
  createCommissionArtist,
  storeDelivery,
  storeDispute,
} from '../../../../tests/support/commissions/stored-commission.ts'
import { openEventStream } from '../../../../tests/support/event-stream.ts'
import { createUser } from '../../../../tests/support/test-app.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

test('both parties pin notes to seconds of the delivery, and both read them in the order of the recording', async () => {
  const fixture = await notesFixture(await emptyApp())
  const { mia, tom, storeDelivered, add, read } = fixture
  const { id, deliveryId } = await storeDelivered()
  await add(id, { deliveryId, seconds: 24, text: 'Too loud here.' })
  await add(id, { deliveryId, seconds: 12.04, text: 'Softer,\r\nplease. ' })
  const added = await add(id, { deliveryId, seconds: '18.5', text: 'A new chord.' }, tom)
  expect(codeOf(added)).toBe('done')
  const places = (seconds: number) => [{ deliveryId, seconds }]
  const untouched = { editedAt: null, doneAt: null, answer: null, answeredAt: null, deliveryId }
  expect((await read(id, mia)).notes).toMatchObject([
    { ...untouched, author: 'customer', text: 'Softer,\nplease.', places: places(12) },
    { ...untouched, author: 'artist', text: 'A new chord.', places: places(18.5) },
    { ...untouched, author: 'customer', text: 'Too loud here.', places: places(24) },
  ])
  const ofArtist = (await read(id, tom)).notes
  expect(ofArtist.map(({ text }) => text)).toEqual([
    'Softer,\nplease.',
    'A new chord.',
    'Too loud here.',
  ])
})

test('each party is told what it can do with each note', async () => {
  const fixture = await notesFixture(await emptyApp())
  const { app, mia, tom, storeDelivered, add, read, change } = fixture
  const { id, deliveryId } = await storeDelivered()
  await add(id, { deliveryId, seconds: 1, text: 'Of the customer' })
  await add(id, { deliveryId, seconds: 2, text: 'Of the artist' }, tom)
  const canDo = async (as = mia) => (await read(id, as)).notes.map((note) => note.canDo)
  expect(await canDo()).toEqual([['edit', 'withdraw'], []])
  expect(await canDo(tom)).toEqual([['answer'], ['edit', 'withdraw']])
  await storeDelivery(app, id)
  expect(await canDo(tom)).toEqual([
    ['tickOff', 'answer'],
    ['edit', 'withdraw', 'tickOff'],
  ])
  const [first] = (await read(id)).notes
  await change(id, first?.id, { isDone: true }, tom)
  expect(await canDo()).toEqual([[], []])
  expect((await read(id)).canAddNote).toBe(true)
})

test('the author changes an open note and takes it back; with an answer or a tick it stays as it is', async () => {
  const fixture = await notesFixture(await emptyApp())
  const { app, tom, storeDelivered, note, change, read } = fixture
  const { id, deliveryId } = await storeDelivered()
  const [first, second, third] = [
    await note(id, { deliveryId, seconds: 1 }),
    await note(id, { deliveryId, seconds: 2 }),
    await note(id, { deliveryId, seconds: 3 }),
  ]
  await app.clock.set(new Date(app.clock.now().getTime() + 60_000))
  const edited = await change(id, first, { text: 'Much softer.' })
  const editedAt = app.clock.now().toISOString()
  expect(edited.json().notes[0]).toMatchObject({ text: 'Much softer.', editedAt })
  expect(codeOf(await change(id, third, { isWithdrawn: true }))).toBe('done')
  expect((await read(id)).notes.map((one) => one.id)).toEqual([first, second])

  await storeDelivery(app, id)
  await change(id, first, { answer: 'I will.' }, tom)
  await change(id, second, { isDone: true }, tom)
  for (const one of [first, second]) {
    expect(codeOf(await change(id, one, { text: 'Another text' }))).toBe('note_settled')
    expect(codeOf(await change(id, one, { isWithdrawn: true }))).toBe('note_settled')
  }
  // The artist takes both back: they are open again.
  await change(id, first, { answer: '' }, tom)
  await change(id, second, { isDone: false }, tom)
  expect(codeOf(await change(id, first, { text: 'Another text' }))).toBe('done')
  expect(codeOf(await change(id, second, { isWithdrawn: true }))).toBe('done')
})

test('notes of the delivery that is judged are answered, stay their author’s to change, and are ticked off with the next one', async () => {
  const fixture = await notesFixture(await emptyApp())
  const { app, tom, storeDelivered, note, change, read } = fixture
  const { id, deliveryId } = await storeDelivered()
  const [ofMia, ofTom] = [
    await note(id, { deliveryId, seconds: 12 }),
    await note(id, { deliveryId, seconds: 24 }, tom),
  ]
  for (const [noteId, send] of [
    [ofMia, { isDone: true }],
    [ofMia, { isDone: false }],
    [ofMia, { isDone: true, answer: 'Done.' }],
    [ofTom, { isDone: true }],
  ] as const)
    expect([send, codeOf(await change(id, noteId, send, tom))]).toEqual([send, 'note_judged'])
  expect((await read(id)).notes).toMatchObject([
    { doneAt: null, answer: null, canDo: ['edit', 'withdraw'] },
    { doneAt: null },
  ])
  expect(codeOf(await change(id, ofMia, { answer: 'I will.' }, tom))).toBe('done')
  await storeDelivery(app, id)
  expect(codeOf(await change(id, ofMia, { isDone: true, answer: 'Done.' }, tom))).toBe('done')
  expect(codeOf(await change(id, ofTom, { isDone: true }, tom))).toBe('done')
})

test('the artist ticks off and answers while working, and the customer reads both with the next delivery', async () => {
  const fixture = await notesFixture(await emptyApp())
  const { app, tom, storeDelivered, note, change, read, requestChanges } = fixture
  const { id, deliveryId } = await storeDelivered()
  const [first, second] = [
    await note(id, { deliveryId, seconds: 12 }),
    await note(id, { deliveryId, seconds: 24 }),
  ]
  await requestChanges(id)
  // Notes that the artist works from do not change any more.
  expect(codeOf(await change(id, first, { text: 'Faster' }))).toBe('commission_moved')
  expect(codeOf(await change(id, first, { isWithdrawn: true }))).toBe('commission_moved')
  expect(codeOf(await fixture.add(id, { deliveryId, seconds: 1 }))).toBe('commission_moved')
  await change(id, first, { isDone: true, answer: 'Done, with a mute.' }, tom)
  const { notes } = await read(id)
  const doneAt = notes[0]?.doneAt
  expect(notes).toMatchObject([
    { id: first, doneAt: expect.any(String), answer: 'Done, with a mute.', answeredAt: doneAt },
    { id: second, doneAt: null, answer: null, answeredAt: null },
  ])
  // A second tick changes no time.
  await app.clock.set(new Date(app.clock.now().getTime() + 60_000))
  await change(id, first, { isDone: true }, tom)
  expect((await read(id)).notes[0]?.doneAt).toBe(doneAt)
})

test('nobody changes the words of the other party, and nobody but the artist settles a note', async () => {
  const fixture = await notesFixture(await emptyApp())
  const { app, mia, tom, storeDelivered, note, change } = fixture
  const { id, deliveryId } = await storeDelivered()
  const [ofMia, ofTom] = [
    await note(id, { deliveryId, seconds: 1 }),
    await note(id, { deliveryId, seconds: 2 }, tom),
  ]
  await storeDelivery(app, id)
  const tried = [
    [mia, ofTom, { text: 'Mine' }],
    [mia, ofTom, { isWithdrawn: true }],
    [mia, ofTom, { isDone: true }],
    [mia, ofMia, { isDone: true }],
    [mia, ofMia, { answer: 'Mine' }],
    [mia, ofMia, { isDone: true, answer: 'Mine' }],
    [tom, ofMia, { text: 'Mine' }],
    [tom, ofMia, { isWithdrawn: true }],
    [tom, ofTom, { answer: 'Mine' }],
    [tom, ofTom, { isDone: true, answer: 'Mine' }],
  ] as const
  const stored = await fixture.stored()
  for (const [as, noteId, send] of tried)
    expect([send, codeOf(await change(id, noteId, send, as))]).toEqual([send, 'not_allowed'])
  expect(await fixture.stored()).toEqual(stored)
})

test('strangers, admins and other parties get what a missing commission or note gets', async () => {
  const fixture = await notesFixture(await emptyApp())
  const { app, mia, admin, tom, storeDelivered, note, add, change, stored } = fixture
  const [lea, ann] = [await createUser(app), await createCommissionArtist(app)]
  const [own, other] = [await storeDelivered(), await storeDelivered()]
  const noteId = await note(own.id, { deliveryId: own.deliveryId, seconds: 1 })
  const before = await stored()
  for (const as of [lea, ann, admin]) {
    const { deliveryId } = own
    expect(codeOf(await add(own.id, { deliveryId, seconds: 1 }, as))).toBe('not_found')
    for (const send of [{ text: 'Mine' }, { isDone: true }, { isWithdrawn: true }])
      expect(codeOf(await change(own.id, noteId, send, as))).toBe('not_found')
  }
  // A delivery or a note of another commission of the same two, and ones that do not exist.
  for (const deliveryId of [other.deliveryId, randomUUID()])
    expect(codeOf(await add(own.id, { deliveryId, seconds: 1 }))).toBe('not_found')
  expect(codeOf(await add(randomUUID(), { ...own, seconds: 1 }))).toBe('not_found')
  for (const [id, named] of [
    [other.id, noteId],
    [own.id, randomUUID()],
    [randomUUID(), noteId],
  ] as const) {
    expect(codeOf(await change(id, named, { text: 'Mine' }, mia))).toBe('not_found')
    expect(codeOf(await change(id, named, { isDone: true }, tom))).toBe('not_found')
  }
  expect(await stored()).toEqual(before)
})

test('a note is about the newest delivery that is ready', async () => {
  const fixture = await notesFixture(await emptyApp())
  const { app, store, storeDelivered, add } = fixture
  const { id, deliveryId } = await storeDelivered()
  await storeDelivery(app, id)
  expect(codeOf(await add(id, { deliveryId, seconds: 1 }))).toBe('delivery_replaced')
  const empty = await store('delivered')
  expect((await fixture.read(empty.id)).canAddNote).toBe(false)
})

test('nothing is noted in a frozen or a disputed commission; admins read notes then', async () => {
  const fixture = await notesFixture(await emptyApp())
  const { app, admin, tom, storeDelivered, note, add, change, read } = fixture
  const { id, deliveryId } = await storeDelivered()
  const noteId = await note(id, { deliveryId, seconds: 1, text: 'Softer' })
  expect((await read(id, admin)).notes).toEqual([])
  const expectRefused = async (code: string) => {
    expect(codeOf(await add(id, { deliveryId, seconds: 1 }))).toBe(code)
    expect(codeOf(await change(id, noteId, { text: 'Mine' }))).toBe(code)
    expect(codeOf(await change(id, noteId, { isWithdrawn: true }))).toBe(code)
    expect(codeOf(await change(id, noteId, { isDone: true }, tom))).toBe(code)
    expect(codeOf(await change(id, noteId, { answer: 'No' }, tom))).toBe(code)
    const { notes, canAddNote } = await read(id)
    expect([canAddNote, notes[0]?.canDo]).toEqual([false, []])
    expect((await read(id, admin)).notes).toMatchObject([{ text: 'Softer', recordingSeconds: 21 }])
  }
  await storeDispute(app, id)
  await expectRefused('dispute_open')
  await app.db
    .updateTable('commissions')
    .set(frozenSince(app.clock.now()))
    .where('id', '=', id)
    .execute()
  await expectRefused('commission_frozen')
})

test('after the approval notes stay, and are there to be read', async () => {
  const fixture = await notesFixture(await emptyApp())
  const { mia, tom, payForDelivery, note, add, change, read, approve } = fixture
  const { id, deliveryId } = await payForDelivery()
  const noteId = await note(id, { deliveryId, seconds: 1, text: 'Softer' })
  await approve(id)
  expect(codeOf(await add(id, { deliveryId, seconds: 1 }))).toBe('commission_moved')
  expect(codeOf(await change(id, noteId, { text: 'Mine' }))).toBe('commission_moved')
  expect(codeOf(await change(id, noteId, { isDone: true }, tom))).toBe('commission_moved')
  for (const as of [mia, tom])
    expect((await read(id, as)).notes).toMatchObject([{ text: 'Softer', canDo: [] }])
})

test('a note that is sent twice is written once; the key is of one party in one commission', async () => {
  const fixture = await notesFixture(await emptyApp())
  const { tom, storeDelivered, add, read } = fixture
  const [one, other] = [await storeDelivered(), await storeDelivered()]
  const requestKey = randomUUID()
  const note = { deliveryId: one.deliveryId, seconds: 12, text: 'Softer', requestKey }
  const sent = await Promise.all([add(one.id, note), add(one.id, note)])
  expect(sent.map(codeOf)).toEqual(['done', 'done'])
  expect((await read(one.id)).notes).toHaveLength(1)
  expect(codeOf(await add(one.id, note, tom))).toBe('done')
  expect((await read(one.id)).notes).toHaveLength(2)
  // A page to which Back leads sends other words with the key.
  expect(codeOf(await add(one.id, { ...note, text: 'Louder' }))).toBe('done')
  expect((await read(one.id)).notes).toHaveLength(3)
  const elsewhere = { ...note, deliveryId: other.deliveryId }
  expect(codeOf(await add(other.id, elsewhere))).toBe('done')
  expect((await read(other.id)).notes).toHaveLength(1)
})

test('each change of a note is told to both parties at once, and to nobody else', async () => {
  const fixture = await notesFixture(await emptyApp())
  const { app, mia, tom, storeDelivered, note, change } = fixture
  const { id, deliveryId } = await storeDelivered()
  const address = await app.http.listen({ host: '127.0.0.1', port: 0 })
  await using ofMia = await openEventStream(address, mia)
  await using ofTom = await openEventStream(address, tom)
  await using ofLea = await openEventStream(address, await createUser(app))
  await app.eventsArrived()
  const told = (stream: typeof ofMia) =>
    stream.events().filter(({ name }) => name === 'commissionChanged')
  const noteId = await note(id, { deliveryId, seconds: 12 })
  await change(id, noteId, { text: 'Very soft' })
  await change(id, noteId, { answer: 'I will.' }, tom)
  await change(id, noteId, { answer: '' }, tom)
  await change(id, noteId, { isWithdrawn: true })
  const event = { name: 'commissionChanged', commissionId: id }
  for (const stream of [ofMia, ofTom])
    await expect.poll(() => told(stream)).toEqual(Array.from({ length: 5 }, () => event))
  expect(told(ofLea)).toEqual([])
})
