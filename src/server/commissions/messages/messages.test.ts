import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  maxMessageLength,
  messageLimit,
  messagesPerPage,
} from '#rules/commissions/message-limits.ts'
import { cannedAudio } from '../../../../tests/support/canned-audio.ts'
import { codeOf } from '../../../../tests/support/access/code-of.ts'
import { studioIn } from '../../../../tests/support/commissions/delivering.ts'
import {
  listMessages,
  messagesOf,
  sendMessage,
  sentMessage,
} from '../../../../tests/support/commissions/messaging.ts'
import { askForCommission } from '../../../../tests/support/commissions/stored-commission.ts'
import { createUser, type TestApp, type TestUser } from '../../../../tests/support/test-app.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp({ audio: cannedAudio })

const textsOf = async (...asked: Parameters<typeof messagesOf>) =>
  (await messagesOf(...asked)).messages.map(({ text }) => text)

/** Without the calls, which would take long. */
async function storeMessages(app: TestApp, commissionId: string, author: TestUser, count: number) {
  const now = app.clock.now().getTime()
  await app.db
    .insertInto('commission_messages')
    .values(
      Array.from({ length: count }, (_, at) => ({
        id: randomUUID(),
        commission_id: commissionId,
        author_id: author.id,
        author_role: 'customer' as const,
        text: `Message ${at + 1}`,
        request_key: randomUUID(),
        created_at: new Date(now - 1000 + at),
      })),
    )
    .execute()
}

test('both parties write to each other from the request on, and read the same in the order in which it was written', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, tom } = studio
  const id = await askForCommission(app, { customer: mia, artist: tom })
  // At one moment by the clock.
  await app.clock.set(app.clock.now())
  await sentMessage(app, mia, id, { text: 'Could it be in D?\r\nAnd slower?' })
  const answer = await sentMessage(app, tom, id, { text: 'In D it is.' })
  expect(answer).toMatchObject({ commissionId: id, author: 'artist', isUnread: false })
  for (const as of [mia, tom]) {
    const { messages, hasEarlier } = await messagesOf(app, as, id)
    expect(messages.map(({ author, text }) => [author, text])).toEqual([
      ['customer', 'Could it be in D?\nAnd slower?'],
      ['artist', 'In D it is.'],
    ])
    expect([messages[1]?.id, hasEarlier]).toEqual([answer.id, false])
  }
})

test('a message has from 1 to 2,000 characters, and something to read', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, store } = studio
  const { id } = await store('in_progress')
  const send = async (text: string) => codeOf(await sendMessage(app, mia, id, { text }))
  expect(await send('a')).toBe('done')
  expect(await send('a'.repeat(maxMessageLength))).toBe('done')
  for (const refused of ['', ' \n\u200B ', 'a'.repeat(maxMessageLength + 1)])
    expect(await send(refused)).toBe('invalid_input')
  expect(await textsOf(app, mia, id)).toEqual(['a', 'a'.repeat(maxMessageLength)])
})

test('a message that is sent twice is stored once, also when both come at once or after the room has closed', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, tom, store } = studio
  const { id } = await store('completed')
  const requestKey = randomUUID()
  const send = () => sendMessage(app, mia, id, { text: 'Once', requestKey })
  const answers = [...(await Promise.all([send(), send()])), await send()]
  await app.clock.move({ days: 31 })
  answers.push(await send())
  expect(new Set(answers.map((answer) => answer.json<{ id: string }>().id)).size).toBe(1)
  expect(await textsOf(app, tom, id)).toEqual(['Once'])
})

test('a key is of one author and one room: another party, and another commission, may have the same', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, tom, store } = studio
  const [one, other] = [await store('in_progress'), await store('in_progress')]
  const requestKey = randomUUID()
  for (const [as, { id }] of [
    [mia, one],
    [tom, one],
    [mia, other],
  ] as const)
    await sentMessage(app, as, id, { requestKey })
  expect([
    (await textsOf(app, mia, one.id)).length,
    (await textsOf(app, mia, other.id)).length,
  ]).toEqual([2, 1])
})

test('the rooms of two commissions of the same two people do not mix', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, tom, store } = studio
  const [one, other] = [await store('in_progress'), await store('in_progress')]
  const { id: inOne } = await sentMessage(app, mia, one.id, { text: 'In one' })
  await sentMessage(app, tom, other.id, { text: 'In the other' })
  expect([await textsOf(app, tom, one.id), await textsOf(app, mia, other.id)]).toEqual([
    ['In one'],
    ['In the other'],
  ])
  expect(codeOf(await listMessages(app, mia, other.id, inOne))).toBe('not_found')
})

test('a stranger, and a visitor, gets what a missing commission gets', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, store } = studio
  const { id } = await store('in_progress')
  const stranger = await createUser(app)
  await sentMessage(app, mia, id)
  const missing = randomUUID()
  const calls = [
    (of: string) => listMessages(app, stranger, of),
    (of: string) => sendMessage(app, stranger, of),
    (of: string) =>
      app.call(`POST /api/commissions/${of}/read`, { as: stranger, send: { upTo: randomUUID() } }),
  ]
  for (const call of calls) {
    const [refused, none] = [await call(id), await call(missing)]
    expect([refused.statusCode, refused.body]).toEqual([404, none.body])
  }
  expect(codeOf(await listMessages(app, undefined, id))).toBe('login_required')
})

test('somebody writes 60 messages within an hour, in all rooms together', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, tom, store } = studio
  const [one, other] = [await store('in_progress'), await store('in_progress')]
  await app.clock.set(app.clock.now())
  await storeMessages(app, one.id, mia, messageLimit.max - 1)
  expect(codeOf(await sendMessage(app, mia, other.id))).toBe('done')
  expect(codeOf(await sendMessage(app, mia, other.id))).toBe('too_many_room_messages')
  expect(codeOf(await sendMessage(app, mia, one.id))).toBe('too_many_room_messages')
  expect(codeOf(await sendMessage(app, tom, one.id))).toBe('done')
  // The first of them is an hour old.
  await app.clock.move({ hours: 1, seconds: -1 })
  expect(codeOf(await sendMessage(app, mia, one.id))).toBe('done')
})

test('a room takes messages until 30 days after the end of its commission, and stays readable', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, tom, store, read } = studio
  await app.clock.set(app.clock.now())
  const { id, ended_at: endedAt } = await store('cancelled')
  await app.clock.move({ days: 30, seconds: -1 })
  expect(codeOf(await sendMessage(app, mia, id, { text: 'The last one' }))).toBe('done')
  expect(await read(id)).toMatchObject({ room: { isOpen: true } })
  await app.clock.move({ seconds: 1 })
  for (const as of [mia, tom])
    expect(codeOf(await sendMessage(app, as, id))).toBe('messages_closed')
  const closesAt = new Date((endedAt?.getTime() ?? 0) + 30 * 86_400_000).toISOString()
  expect(await read(id)).toMatchObject({ room: { isOpen: false, closesAt } })
  expect(await textsOf(app, tom, id)).toEqual(['The last one'])
})

test('both write while the commission is frozen; somebody who is suspended does not', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, tom, store } = studio
  const frozen = {
    frozen_at: app.clock.now(),
    frozen_by: 'ban',
    freeze_reason: 'Suspended',
  } as const
  const { id } = await store('in_progress', frozen)
  expect(codeOf(await sendMessage(app, mia, id))).toBe('done')
  expect(codeOf(await sendMessage(app, tom, id))).toBe('done')
  await app.db.updateTable('users').set({ banned: true }).where('id', '=', tom.id).execute()
  expect(codeOf(await sendMessage(app, tom, id))).toBe('banned')
  expect(codeOf(await listMessages(app, tom, id))).toBe('banned')
  expect(codeOf(await sendMessage(app, mia, id))).toBe('done')
})

test('nobody writes to an account that was deleted', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, tom, store, read } = studio
  const { id } = await store('completed')
  await sentMessage(app, mia, id, { text: 'Thank you' })
  const deletion = { as: mia, send: { password: 'sing it to me' } }
  expect(codeOf(await app.call('POST /api/account/deletion', deletion))).toBe('done')
  expect(codeOf(await sendMessage(app, tom, id))).toBe('messages_closed')
  expect(await read(id, tom)).toMatchObject({ room: { isOpen: false } })
  expect(await textsOf(app, tom, id)).toEqual(['Thank you'])
})

test('a page has 50 messages, the newest of them; the pages before it follow without a gap', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, tom, store } = studio
  const { id } = await store('in_progress')
  await storeMessages(app, id, mia, 2 * messagesPerPage + 1)
  const numbers = async (before?: string) => {
    const { messages, hasEarlier } = await messagesOf(app, tom, id, before)
    const [first] = messages
    return { from: first?.text, last: messages.at(-1)?.text, hasEarlier, before: first?.id }
  }
  const newest = await numbers()
  expect(newest).toMatchObject({ from: 'Message 52', last: 'Message 101', hasEarlier: true })
  const earlier = await numbers(newest.before)
  expect(earlier).toMatchObject({ from: 'Message 2', last: 'Message 51', hasEarlier: true })
  expect(await numbers(earlier.before)).toMatchObject({
    from: 'Message 1',
    last: 'Message 1',
    hasEarlier: false,
  })
})

test('a message is never changed and never deleted, whoever asks the database', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, store } = studio
  const { id } = await store('in_progress')
  await sentMessage(app, mia, id)
  for (const statement of [
    sql`update commission_messages set text = 'Another'`,
    sql`update commission_messages set created_at = created_at + interval '1 day'`,
    sql`delete from commission_messages`,
  ])
    await expect(statement.execute(app.db)).rejects.toThrow('A message of a commission is never')
})

test('the open pages of both parties are told of a message, and nobody else’s', async () => {
  const studio = await studioIn(await emptyApp())
  const { app, mia, tom, store } = studio
  const { id: commissionId } = await store('in_progress')
  const told: unknown[] = []
  const stop = app.events.subscribe({
    onEvent: (event) => event.name === 'commissionChanged' && told.push(event),
    onMissed: () => undefined,
  })
  // The process may not listen yet.
  await app.eventsArrived()
  await sentMessage(app, mia, commissionId)
  await app.eventsArrived()
  stop()
  expect(told).toEqual([{ name: 'commissionChanged', commissionId, userIds: [mia.id, tom.id] }])
})
