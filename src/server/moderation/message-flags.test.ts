// Reports of messages in the room of a commission: who can send one, and what both parties and an admin read then.

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Commission } from '#contracts/commissions/commission.ts'
import { codeOf } from '../../../tests/support/access/code-of.ts'
import { decide } from '../../../tests/support/access/flag-case.ts'
import { insult, openMessageCase } from '../../../tests/support/access/message-case.ts'
import { listReports, report, reportedId } from '../../../tests/support/access/word-case.ts'
import {
  listMessages,
  messagesOf,
  sendMessage,
  sentMessage,
  stateReason,
} from '../../../tests/support/commissions/messaging.ts'
import { createUser, type TestApp, type TestUser } from '../../../tests/support/test-app.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { cannedAudio } from '../../../tests/support/canned-audio.ts'

const emptyApp = emptiedTestApp({ audio: cannedAudio })

const unreadOf = async (app: TestApp, as: TestUser, id: string) =>
  (await app.call(`GET /api/commissions/${id}`, { as })).json<Commission>().unreadMessages

const removed = { text: '', isRemoved: true, files: [] }

test('a report of a message keeps a copy of its words for the admins, with its author and the names of its files', async () => {
  const opened = await openMessageCase(await emptyApp())
  const { app, mia, tom, admin, commissionId, sent, words } = opened
  const stored = await report(app, words, mia, { type: 'abuse', reason: ' It hurts. ' })
  expect(stored.json()).toEqual({ id: expect.any(String), status: 'new' })
  const { flags } = await listReports(app, admin, '?kind=message')
  expect(flags).toMatchObject([
    {
      ...words,
      name: 'Skylark',
      type: 'abuse',
      reason: 'It hurts.',
      status: 'new',
      reporter: { id: mia.id, username: mia.username },
      author: { id: tom.id, name: tom.username },
      isListed: true,
      isDeleted: false,
      flagsOfSubject: 1,
    },
  ])
  expect(flags[0]?.flagged).toEqual({
    text: insult,
    writtenAt: sent.sentAt,
    author: tom.username,
    about: { id: commissionId, name: 'Skylark' },
    attachments: ['chords.pdf', 'face.png'],
  })
})

test('each party reports what the other one wrote; to everybody else the message does not exist', async () => {
  const opened = await openMessageCase(await emptyApp())
  const { app, mia, tom, admin, store, commissionId, words } = opened
  const asked = (as?: TestUser, of: typeof words = words) =>
    app.call(`GET /api/proxy/flags?kind=message&subjectId=${of.subjectId}`, as ? { as } : {})
  const about = { id: commissionId, name: 'Skylark' }
  expect((await asked(mia)).json()).toEqual({ refusal: null, about, text: insult })
  expect((await asked(tom)).json()).toEqual({ refusal: 'own_words_flag', about, text: insult })
  expect(codeOf(await report(app, words, tom))).toBe('own_words_flag')
  expect([codeOf(await asked()), codeOf(await report(app, words))]).toEqual([
    'flag_login_required',
    'flag_login_required',
  ])
  // A party of another room, and an admin, whether or not the room is open to them.
  const sam = await createUser(app)
  const other = await store('in_progress', { customer_id: sam.id })
  await sentMessage(app, sam, other.id)
  await stateReason(app, admin, commissionId)
  const missing = { ...words, subjectId: randomUUID() }
  for (const [as, of] of [
    [sam, words],
    [admin, words],
    [mia, missing],
  ] as const)
    expect([codeOf(await asked(as, of)), codeOf(await report(app, of, as))]).toEqual([
      'not_found',
      'not_found',
    ])
  expect((await listReports(app, admin)).flags).toEqual([])

  const own = await sentMessage(app, mia, commissionId, { text: 'Nor can you.' })
  expect(codeOf(await report(app, { kind: 'message', subjectId: own.id }, tom))).toBe('done')
  const twice = await Promise.all(Array.from({ length: 3 }, () => report(app, words, mia)))
  expect(twice.map(codeOf).toSorted()).toEqual([
    'done',
    'words_already_flagged',
    'words_already_flagged',
  ])
  expect((await asked(mia)).json()).toMatchObject({ refusal: 'words_already_flagged' })
})

test('two parties who report each other at once both succeed', async () => {
  const opened = await openMessageCase(await emptyApp())
  const { app, mia, tom, admin, commissionId } = opened
  const write = async (as: TestUser) => (await sentMessage(app, as, commissionId)).id
  const pairs = []
  for (let number = 1; number <= 5; number++) pairs.push([await write(mia), await write(tom)])
  const reports = pairs.flatMap(([byMia = '', byTom = '']) => [
    report(app, { kind: 'message', subjectId: byTom }, mia),
    report(app, { kind: 'message', subjectId: byMia }, tom),
  ])
  const codes = (await Promise.all(reports)).map(codeOf)
  expect(codes).toEqual(Array.from({ length: 10 }, () => 'done'))
  expect((await listReports(app, admin)).total).toBe(10)
  // Words of another kind would be one too many as well.
  const sixth = { kind: 'message', subjectId: await write(tom) } as const
  expect(codeOf(await report(app, sixth, mia))).toBe('too_many_flags')
})

test('an upheld report leaves of a message to both parties that it was removed, and its files are sent to nobody', async () => {
  const opened = await openMessageCase(await emptyApp())
  const { app, mia, tom, admin, commissionId, sent, words, shownTo, filesFor, urls } = opened
  await sentMessage(app, mia, commissionId, { text: 'Please stop.' })
  const answer = { text: 'Please stop.', isRemoved: false, files: [] }
  const whole = [{ text: insult, isRemoved: false, files: urls }, answer]
  const id = await reportedId(app, words, mia)
  await decide(app, admin, id, 'review')
  for (const party of [mia, tom]) {
    expect(await shownTo(party)).toEqual(whole)
    expect(await filesFor(party)).toEqual([200, 200])
  }
  expect(await unreadOf(app, mia, commissionId)).toBe(1)

  const upheld = await decide(app, admin, id, 'uphold', 'It insults her.')
  expect(upheld.json()).toMatchObject({ status: 'upheld', isListed: false, isDeleted: false })
  for (const party of [mia, tom]) {
    expect(await shownTo(party)).toEqual([removed, answer])
    expect(await filesFor(party)).toEqual([404, 404])
    expect((await messagesOf(app, party, commissionId)).removed).toEqual([sent.id])
    expect((await listMessages(app, party, commissionId)).body).not.toContain('chords.pdf')
  }
  expect(await unreadOf(app, mia, commissionId)).toBe(0)
  expect((await messagesOf(app, mia, commissionId)).messages[0]).toMatchObject({ isUnread: false })
  // Sent once more by the same press of the button, it is found as it is now.
  const { request_key: requestKey } = await app.db
    .selectFrom('commission_messages')
    .select('request_key')
    .where('id', '=', sent.id)
    .executeTakeFirstOrThrow()
  const again = await sendMessage(app, tom, commissionId, { text: insult, requestKey })
  expect(again.json()).toMatchObject({ id: sent.id, text: '', isRemoved: true, attachments: [] })
  expect(codeOf(await report(app, words, mia))).toBe('not_found')

  await decide(app, admin, id, 'reinstate', 'It is a quotation.')
  for (const party of [mia, tom]) {
    expect(await shownTo(party)).toEqual(whole)
    expect(await filesFor(party)).toEqual([200, 200])
    expect((await messagesOf(app, party, commissionId)).removed).toEqual([])
  }
  expect(await unreadOf(app, mia, commissionId)).toBe(1)
  const logged = await app.db
    .selectFrom('admin_actions')
    .select(['action', 'subject_kind', 'subject_id', 'details'])
    .orderBy('id')
    .execute()
  expect(logged).toEqual(
    ['review_flag', 'uphold_flag', 'reinstate_flag'].map((action) => ({
      action,
      subject_kind: 'user',
      subject_id: tom.id,
      details: { flagId: id },
    })),
  )
})

test('the removal of one message leaves the others of the room and its files as they are', async () => {
  const opened = await openMessageCase(await emptyApp())
  const { app, mia, tom, admin, commissionId, words, shownTo, filesFor, urls } = opened
  const second = await sentMessage(app, tom, commissionId, { text: 'Neither can your dog.' })
  const id = await reportedId(app, { kind: 'message', subjectId: second.id }, mia)
  await decide(app, admin, id, 'uphold')
  expect(await shownTo(mia)).toEqual([{ text: insult, isRemoved: false, files: urls }, removed])
  expect(await filesFor(mia)).toEqual([200, 200])
  expect(await unreadOf(app, mia, commissionId)).toBe(1)
  expect(codeOf(await report(app, words, mia))).toBe('done')
})

test('a rejected report leaves the message as it is, its author hears nothing of it, and it can be reported once more', async () => {
  const opened = await openMessageCase(await emptyApp())
  const { app, mia, tom, admin, words, shownTo, urls } = opened
  await decide(app, admin, await reportedId(app, words, mia), 'reject')
  expect(await shownTo(mia)).toEqual([{ text: insult, isRemoved: false, files: urls }])
  const told = app.db.selectFrom('notifications').select('kind').where('user_id', '=', tom.id)
  expect(await told.execute()).toEqual([])
  expect(codeOf(await report(app, words, mia))).toBe('done')
})

test('a report shows an admin the message alone: the room is read with a reason, which is logged, and there its words still stand', async () => {
  const opened = await openMessageCase(await emptyApp())
  const { app, mia, admin, commissionId, words, shownTo, filesFor } = opened
  await sentMessage(app, mia, commissionId, { text: 'This is between us.' })
  const id = await reportedId(app, words, mia)
  await decide(app, admin, id, 'review')
  const list = await app.call('GET /api/proxy/admin/flags', { as: admin })
  expect(list.body).toContain(insult)
  expect(list.body).not.toContain('This is between us.')
  expect(codeOf(await listMessages(app, admin, commissionId))).toBe('not_found')
  expect(await filesFor(admin)).toEqual([404, 404])
  const readings = () =>
    app.db
      .selectFrom('admin_actions')
      .select('note')
      .where('action', '=', 'read_messages')
      .execute()
  expect(await readings()).toEqual([])

  await decide(app, admin, id, 'uphold')
  await stateReason(app, admin, commissionId)
  expect(await shownTo(admin)).toEqual([
    { text: insult, isRemoved: true, files: [null, null] },
    { text: 'This is between us.', isRemoved: false, files: [] },
  ])
  expect(await filesFor(admin)).toEqual([404, 404])
  expect(await readings()).toEqual([{ note: 'A party asked us to look.' }])
})

test('the open pages of both parties are told of a removal, and of what is shown again', async () => {
  const opened = await openMessageCase(await emptyApp())
  const { app, mia, tom, admin, commissionId, words } = opened
  const id = await reportedId(app, words, mia)
  const told: unknown[] = []
  const stop = app.events.subscribe({
    onEvent: (event) => event.name === 'commissionChanged' && told.push(event),
    onMissed: () => undefined,
  })
  // The process may not listen yet.
  await app.eventsArrived()
  await decide(app, admin, id, 'review')
  await app.eventsArrived()
  expect(told).toEqual([])
  const changed = { name: 'commissionChanged', commissionId, userIds: [mia.id, tom.id] }
  for (const [at, step] of ['uphold', 'reinstate'].entries()) {
    await decide(app, admin, id, step)
    await app.eventsArrived()
    expect(told).toEqual(Array.from({ length: at + 1 }, () => changed))
  }
  stop()
})
