import { expect, test } from 'vitest'
import type { CommissionSummary } from '#contracts/commissions/commission.ts'
import { codeOf } from '../../../../tests/support/access/code-of.ts'
import { markRead, sentMessage } from '../../../../tests/support/commissions/messaging.ts'
import { notesFixture } from '../../../../tests/support/commissions/notes.ts'
import { notificationsOf } from '../../../../tests/support/notifications/notifications.ts'
import type { TestUser } from '../../../../tests/support/test-app.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

async function openUnread() {
  const fixture = await notesFixture(await emptyApp())
  const { app, read } = fixture
  await app.clock.set(app.clock.now())
  return {
    ...fixture,
    pass: () => app.clock.move({ seconds: 1 }),
    /** Of each commission in the list of a party. */
    async listed(as: TestUser, role: 'customer' | 'artist') {
      const list = await app.call(`GET /api/commissions?as=${role}`, { as })
      const { commissions } = list.json<{ commissions: CommissionSummary[] }>()
      return Object.fromEntries(commissions.map(({ id, unreadNotes }) => [id, unreadNotes]))
    },
    /** In the room: how many, and of each note. */
    async unread(id: string, as: TestUser) {
      const { unreadNotes, notes } = await read(id, as)
      return [unreadNotes, notes.map(({ isUnread }) => isUnread)]
    },
    /** The notifications of what is new in rooms. */
    async told(as: TestUser) {
      const { notifications } = await notificationsOf(app, as)
      return notifications
        .filter(({ kind }) => kind === 'commission_news')
        .map(({ sentence, path, isRead }) => [sentence, path, isRead])
    },
  }
}

test('what the other party noted is unread in the room, in the list and in the bell until it was seen, and the own is not', async () => {
  const fixture = await openUnread()
  const { app, mia, tom, storeDelivered, note, pass, listed, unread, told } = fixture
  const [{ id, deliveryId }, other] = [await storeDelivered(), await storeDelivered()]
  const first = await note(id, { deliveryId, seconds: 1 })
  await pass()
  const second = await note(id, { deliveryId, seconds: 2 })
  await note(id, { deliveryId, seconds: 3 }, tom)
  await note(other.id, { deliveryId: other.deliveryId, seconds: 1 }, tom)
  expect(await listed(tom, 'artist')).toEqual({ [id]: 2, [other.id]: 0 })
  expect(await listed(mia, 'customer')).toEqual({ [id]: 1, [other.id]: 1 })
  expect(await unread(id, tom)).toEqual([2, [true, true, false]])
  expect(await unread(id, mia)).toEqual([1, [false, false, true]])
  const sentence = `${mia.username} wrote to you 2 times about “Skylark”.`
  expect(await told(tom)).toEqual([[sentence, `/commissions/${id}`, false]])

  expect((await markRead(app, tom, id, first)).json()).toEqual({ unread: 1 })
  expect(await unread(id, tom)).toEqual([1, [false, true, false]])
  expect(await told(tom)).toEqual([[sentence, `/commissions/${id}`, false]])
  expect((await markRead(app, tom, id, second)).json()).toEqual({ unread: 0 })
  // Notes that were seen stay seen.
  expect((await markRead(app, tom, id, first)).json()).toEqual({ unread: 0 })
  expect(await unread(id, tom)).toEqual([0, [false, false, false]])
  expect(await told(tom)).toEqual([[sentence, `/commissions/${id}`, true]])
  expect(await listed(mia, 'customer')).toEqual({ [id]: 1, [other.id]: 1 })
})

test('an answer is unread until the customer has seen it, or it is taken back', async () => {
  const fixture = await openUnread()
  const { app, mia, tom, storeDelivered, note, change, pass, listed, unread, told } = fixture
  const { id, deliveryId } = await storeDelivered()
  const noteId = await note(id, { deliveryId, seconds: 1 })
  await pass()
  await change(id, noteId, { answer: 'I will.' }, tom)
  const isTold = (isRead: boolean) => [
    [`${tom.username} wrote to you about “Skylark”.`, `/commissions/${id}`, isRead],
  ]
  expect([await unread(id, mia), await listed(mia, 'customer')]).toEqual([[1, [true]], { [id]: 1 }])
  expect(await told(mia)).toEqual(isTold(false))
  await change(id, noteId, { answer: '' }, tom)
  expect(await unread(id, mia)).toEqual([0, [false]])
  expect(await told(mia)).toEqual(isTold(true))
  await pass()
  await change(id, noteId, { answer: 'With a mute.' }, tom)
  expect(await told(mia)).toEqual(isTold(false))
  await markRead(app, mia, id, noteId)
  expect([await unread(id, mia), await told(mia)]).toEqual([[0, [false]], isTold(true)])
  // A tick alone says nothing new.
  await pass()
  await fixture.requestChanges(id)
  await change(id, noteId, { isDone: true }, tom)
  expect([await unread(id, mia), await told(mia)]).toEqual([[0, [false]], isTold(true)])
})

test('a note that is taken back is unread no more; what else is unread keeps its notification', async () => {
  const fixture = await openUnread()
  const { tom, storeDelivered, note, change, unread, told } = fixture
  const { id, deliveryId } = await storeDelivered()
  const [first, second] = [
    await note(id, { deliveryId, seconds: 1 }),
    await note(id, { deliveryId, seconds: 2 }),
  ]
  const isRead = async () => (await told(tom)).map((one) => one[2])
  await change(id, first, { isWithdrawn: true })
  expect([await unread(id, tom), await isRead()]).toEqual([[1, [true]], [false]])
  await change(id, second, { isWithdrawn: true })
  expect([await unread(id, tom), await isRead()]).toEqual([[0, []], [true]])
})

test('who reads the newest message has not seen the notes, nor the other way round', async () => {
  const fixture = await openUnread()
  const { app, mia, tom, storeDelivered, note, pass, read, told } = fixture
  const [one, other] = [await storeDelivered(), await storeDelivered()]
  const counts = async (id: string) => {
    const { unreadMessages, unreadNotes } = await read(id, tom)
    return { unreadMessages, unreadNotes }
  }
  await note(one.id, { deliveryId: one.deliveryId, seconds: 1 })
  await sentMessage(app, mia, other.id)
  await pass()
  const message = await sentMessage(app, mia, one.id)
  const noteId = await note(other.id, { deliveryId: other.deliveryId, seconds: 1 })
  expect((await markRead(app, tom, one.id, message.id)).json()).toEqual({ unread: 1 })
  expect((await markRead(app, tom, other.id, noteId)).json()).toEqual({ unread: 1 })
  expect(await counts(one.id)).toEqual({ unreadMessages: 0, unreadNotes: 1 })
  expect(await counts(other.id)).toEqual({ unreadMessages: 1, unreadNotes: 0 })
  expect((await told(tom)).map((notification) => notification[2])).toEqual([false, false])
})

test('to see again what was seen waits for nobody and changes nothing', async () => {
  const fixture = await openUnread()
  const { app, tom, storeDelivered, note } = fixture
  const { id, deliveryId } = await storeDelivered()
  const noteId = await note(id, { deliveryId, seconds: 1 })
  await markRead(app, tom, id, noteId)
  const rows = () => app.db.selectFrom('commission_reads').selectAll().orderBy('user_id').execute()
  const before = await rows()
  await app.db.transaction().execute(async (tx) => {
    await tx.selectFrom('commissions').select('id').where('id', '=', id).forUpdate().execute()
    expect(codeOf(await markRead(app, tom, id, noteId))).toBe('done')
  })
  expect(await rows()).toEqual(before)
})
