import { expect, test } from 'vitest'
import { addJob } from '#server/jobs/add-job.ts'
import { codeOf } from '../../../../tests/support/access/code-of.ts'
import { markRead, sentMessage } from '../../../../tests/support/commissions/messaging.ts'
import { notesFixture } from '../../../../tests/support/commissions/notes.ts'
import type { TestUser } from '../../../../tests/support/test-app.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

async function openMail() {
  const fixture = await notesFixture(await emptyApp())
  const { app } = fixture
  await app.clock.set(app.clock.now())
  return {
    ...fixture,
    /** Runs the job of a minute; the subjects of all emails to this reader about what is new in a room. */
    async mailsTo({ email }: TestUser): Promise<string[]> {
      await addJob(app.db, 'email_commission_news', {})
      await app.work()
      const own = app.emails.filter(({ to }) => to === email)
      return own.map(({ subject }) => subject).filter((subject) => subject.includes(' from '))
    },
  }
}

test('notes and answers that nobody has seen are in the one email about a room, beside its messages', async () => {
  const opened = await openMail()
  const { app, mia, tom, storeDelivered, note, change, mailsTo } = opened
  const { id, deliveryId } = await storeDelivered()
  const first = await note(id, { deliveryId, seconds: 24, text: 'The bridge is too loud.' })
  await app.clock.move({ seconds: 1 })
  await note(id, { deliveryId, seconds: 12.5, text: 'Softer, please.' })
  await app.clock.move({ seconds: 1 })
  await sentMessage(app, mia, id, { text: 'I have pinned two notes.' })
  await app.clock.move({ minutes: 5 })
  const about = `${mia.username} about “Skylark”`
  expect(await mailsTo(tom)).toEqual([`A message and 2 notes from ${about}`])
  expect(app.emails.at(-1)?.text).toMatch(
    /> At 0:24: The bridge is too loud\.[^]*> At 0:12\.5: Softer, please\.[^]*\n> I have pinned two notes\./,
  )
  // Nobody is told of the own words.
  expect(await mailsTo(mia)).toEqual([])
  await change(id, first, { answer: 'With a mute, then.' }, tom)
  await app.clock.move({ minutes: 5 })
  expect(await mailsTo(mia)).toEqual([`An answer to a note from ${tom.username} about “Skylark”`])
  expect(app.emails.at(-1)?.text).toContain('> To the note at 0:24: With a mute, then.')
  // One email an hour.
  await note(id, { deliveryId, seconds: 3 })
  await app.clock.move({ minutes: 54 })
  expect(await mailsTo(tom)).toHaveLength(1)
  await app.clock.move({ minutes: 1 })
  expect(await mailsTo(tom)).toEqual([
    `A message and 2 notes from ${about}`,
    `A note from ${about}`,
  ])
})

test('of notes that were seen, or taken back, no email tells', async () => {
  const opened = await openMail()
  const { app, mia, tom, storeDelivered, note, change, mailsTo } = opened
  const { id, deliveryId } = await storeDelivered()
  await note(id, { deliveryId, seconds: 1 })
  const newest = await note(id, { deliveryId, seconds: 2 })
  expect(codeOf(await markRead(app, tom, id, newest))).toBe('done')
  await app.clock.move({ minutes: 1 })
  const withdrawn = await note(id, { deliveryId, seconds: 3 })
  await change(id, withdrawn, { isWithdrawn: true })
  await app.clock.move({ hours: 1 })
  expect(await mailsTo(tom)).toEqual([])
  const waiting = app.db.selectFrom('commission_reads').where('waiting_since', 'is not', null)
  expect(await waiting.selectAll().execute()).toEqual([])

  await change(id, newest, { answer: 'I will.' }, tom)
  expect(codeOf(await markRead(app, mia, id, newest))).toBe('done')
  await change(id, newest, { answer: '' }, tom)
  await change(id, newest, { answer: 'I will not.' }, tom)
  await change(id, newest, { answer: '' }, tom)
  await app.clock.move({ hours: 1 })
  expect(await mailsTo(mia)).toEqual([])
  expect(await waiting.selectAll().execute()).toEqual([])
})

test('what waits goes on waiting when something later of the other kind is seen, and what comes after that waits anew', async () => {
  const opened = await openMail()
  const { app, mia, tom, storeDelivered, note, mailsTo } = opened
  const [one, other, third] = [
    await storeDelivered(),
    await storeDelivered({ name: 'Wren' }),
    await storeDelivered({ name: 'Linnet' }),
  ]
  await note(third.id, { deliveryId: third.deliveryId, seconds: 1, text: 'Softer here.' })
  await sentMessage(app, mia, one.id, { text: 'In D, please.' })
  await app.clock.move({ seconds: 1 })
  const later = await note(one.id, { deliveryId: one.deliveryId, seconds: 1 })
  await markRead(app, tom, one.id, later)
  const message = await sentMessage(app, mia, third.id, { text: 'I have noted it.' })
  await markRead(app, tom, third.id, message.id)
  const seen = await note(other.id, { deliveryId: other.deliveryId, seconds: 1 })
  await app.clock.move({ seconds: 1 })
  await note(other.id, { deliveryId: other.deliveryId, seconds: 2 })
  await markRead(app, tom, other.id, seen)
  await app.clock.move({ minutes: 5 })
  expect((await mailsTo(tom)).toSorted()).toEqual([
    `A message from ${mia.username} about “Skylark”`,
    `A note from ${mia.username} about “Linnet”`,
    `A note from ${mia.username} about “Wren”`,
  ])
})

test('an answer that is saved again without a change tells nobody anew', async () => {
  const opened = await openMail()
  const { app, mia, tom, storeDelivered, note, change, read, mailsTo } = opened
  const { id, deliveryId } = await storeDelivered()
  const noteId = await note(id, { deliveryId, seconds: 1 })
  await change(id, noteId, { answer: 'I will.' }, tom)
  await markRead(app, mia, id, noteId)
  const [before] = (await read(id)).notes
  await app.clock.move({ minutes: 5 })
  expect(codeOf(await change(id, noteId, { answer: 'I will.' }, tom))).toBe('done')
  await opened.requestChanges(id)
  expect(codeOf(await change(id, noteId, { answer: ' I will.', isDone: true }, tom))).toBe('done')
  expect((await read(id)).notes).toMatchObject([
    { answeredAt: before?.answeredAt, isUnread: false, doneAt: expect.any(String) },
  ])
  await app.clock.move({ hours: 1 })
  expect(await mailsTo(mia)).toEqual([])
  await change(id, noteId, { answer: 'I will not.' }, tom)
  expect((await read(id)).notes).toMatchObject([{ isUnread: true }])
})

test('a note is seen by the other party of its commission', async () => {
  const opened = await openMail()
  const { app, mia, tom, admin, storeDelivered, note } = opened
  const [one, other] = [await storeDelivered(), await storeDelivered()]
  const noteId = await note(one.id, { deliveryId: one.deliveryId, seconds: 1 })
  expect(codeOf(await markRead(app, mia, one.id, noteId))).toBe('not_found')
  expect(codeOf(await markRead(app, tom, other.id, noteId))).toBe('not_found')
  expect(codeOf(await markRead(app, admin, one.id, noteId))).toBe('not_found')
})
