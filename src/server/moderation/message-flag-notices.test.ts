// Whom a report of a message is told, what emails about the room say meanwhile, and what copies and deleted accounts have of
// it.

import { expect, test } from 'vitest'
import { addJob } from '#server/jobs/add-job.ts'
import { decide, sentClaim } from '../../../tests/support/access/flag-case.ts'
import { insult, openMessageCase } from '../../../tests/support/access/message-case.ts'
import {
  listReports,
  removedWords,
  report,
  reportedId,
} from '../../../tests/support/access/word-case.ts'
import { remove, unpack } from '../../../tests/support/accounts/own-data.ts'
import { sentMessage } from '../../../tests/support/commissions/messaging.ts'
import {
  notificationsOf,
  verifyEmails,
} from '../../../tests/support/notifications/notifications.ts'
import type { TestApp, TestUser } from '../../../tests/support/test-app.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { cannedAudio } from '../../../tests/support/canned-audio.ts'

const emptyApp = emptiedTestApp({ audio: cannedAudio })

const sentencesFor = async (app: TestApp, as: TestUser) =>
  (await notificationsOf(app, as)).notifications
    .filter(({ kind }) => kind !== 'commission_news')
    .map(({ sentence }) => sentence)
    .toReversed()

const exported = async (app: TestApp, as: TestUser) =>
  unpack((await app.call('GET /api/account/export', { as })).rawPayload)

test('the reporter of a message is told of each outcome, its author of those that change what is shown, admins of what waits', async () => {
  const opened = await openMessageCase(await emptyApp())
  const { app, mia, tom, admin, words } = opened
  const id = await reportedId(app, words, mia)
  await decide(app, admin, id, 'review')
  expect(await sentencesFor(app, tom)).toEqual([])
  await decide(app, admin, id, 'uphold', 'It insults her.')
  const text = 'It was a joke.'
  await app.call(`POST /api/proxy/flags/${id}/counter-notice`, { as: tom, send: { text } })
  await decide(app, admin, id, 'confirm', 'It was none.')
  await decide(app, admin, id, 'reinstate', 'It was one.')
  expect(await sentencesFor(app, mia)).toEqual([
    'We have removed the message about “Skylark”, which you reported.',
    'The author of the message about “Skylark”, which you reported, sent a counter-notice.',
    'The message about “Skylark”, which you reported, stays removed.',
    'The message about “Skylark”, which you reported, is shown again.',
  ])
  expect(await sentencesFor(app, tom)).toEqual([
    'We have removed your message about “Skylark”.',
    'We have removed your message about “Skylark”.',
    'Your message about “Skylark” is shown again.',
  ])
  expect(await sentencesFor(app, admin)).toEqual([
    'The message about “Skylark” was reported.',
    'The author of the message about “Skylark” sent a counter-notice.',
  ])
  const toReporter = JSON.stringify((await notificationsOf(app, mia)).notifications)
  for (const unseen of [text, sentClaim]) expect(toReporter).not.toContain(unseen)
})

test('the author of a removed message reads it with the reason, and answers it once, but is told nowhere who reported it, nor in which words', async () => {
  const opened = await openMessageCase(await emptyApp())
  const { app, mia, tom, admin, words } = opened
  await verifyEmails(app)
  const reason = 'I, of mia@reporter.example, am hurt.'
  const { id } = (await report(app, words, mia, { type: 'abuse', reason })).json<{ id: string }>()
  const told = async () => {
    await app.work()
    const answers = await Promise.all(
      [
        'GET /api/proxy/removed-words',
        'GET /api/notifications',
        `GET /api/proxy/flags?kind=message&subjectId=${words.subjectId}`,
      ].map(async (route) => (await app.call(route, { as: tom })).body),
    )
    const { 'commissions.json': _both, ...files } = (await exported(app, tom)).json
    const emails = app.emails.filter(({ to }) => to === tom.email)
    return [...answers, JSON.stringify(files), JSON.stringify(emails)].join('\n').toLowerCase()
  }
  const check = async () => {
    const all = await told()
    for (const secret of [mia.id, mia.username, mia.email, 'mia@reporter.example'])
      expect(all).not.toContain(secret.toLowerCase())
  }
  await check()
  await decide(app, admin, id, 'uphold', 'It insults.')
  await check()
  const shown = { id, kind: 'message', title: 'Skylark', text: insult, status: 'upheld' }
  expect(await removedWords(app, tom)).toMatchObject([{ ...shown, claim: sentClaim }])
  expect(await removedWords(app, mia)).toEqual([])
  const answer = { as: tom, send: { text: 'It was a joke.' } }
  const answered = await app.call(`POST /api/proxy/flags/${id}/counter-notice`, answer)
  expect(answered.json()).toMatchObject({ ...shown, status: 'countered' })
  const second = await app.call(`POST /api/proxy/flags/${id}/counter-notice`, answer)
  expect(second.json()).toMatchObject({ code: 'flag_moved' })
  await check()
})

/** An hour of emails about the room: to whom, their subjects, and whether they have the insult. */
async function openMail() {
  const opened = await openMessageCase(await emptyApp())
  const { app, mia } = opened
  await app.clock.set(app.clock.now())
  return {
    ...opened,
    async newsAfter(minutes: number) {
      await app.clock.move({ minutes })
      await addJob(app.db, 'email_commission_news', {})
      await app.work()
      return app.emails
        .filter(({ to, subject }) => to === mia.email && / from /.test(subject))
        .map(({ subject, text }) => [subject, text.includes(insult)])
    },
    waiting: () =>
      app.db
        .selectFrom('commission_reads')
        .select('waiting_since')
        .where('user_id', '=', mia.id)
        .executeTakeFirstOrThrow(),
  }
}

test('no email tells of a removed message, but of what else is new', async () => {
  const opened = await openMail()
  const { app, mia, tom, admin, commissionId, words, newsAfter, waiting } = opened
  await decide(app, admin, await reportedId(app, words, mia), 'uphold')
  // Nothing is looked for each minute that no email will ever tell.
  expect(await waiting()).toEqual({ waiting_since: null })
  expect(await newsAfter(6)).toEqual([])
  await sentMessage(app, tom, commissionId, { text: 'Here is the second verse.' })
  expect(await newsAfter(5)).toEqual([[`A message from ${tom.username} about “Skylark”`, false]])
})

test('a message that is shown again before anybody has read it is told by email then', async () => {
  const opened = await openMail()
  const { app, mia, tom, admin, words, newsAfter } = opened
  const id = await reportedId(app, words, mia)
  await decide(app, admin, id, 'uphold')
  expect(await newsAfter(6)).toEqual([])
  await decide(app, admin, id, 'reinstate')
  const told = [[`A message from ${tom.username} about “Skylark”`, true]]
  expect(await newsAfter(1)).toEqual(told)
  expect(await newsAfter(90)).toEqual(told)
})

test('an author’s copy has the removed message with its files and since when, a reporter’s the report without its words', async () => {
  const opened = await openMessageCase(await emptyApp())
  const { app, mia, tom, admin, words } = opened
  await decide(app, admin, await reportedId(app, words, mia), 'uphold')
  const ofAuthor = await exported(app, tom)
  expect(ofAuthor.json['commission-messages.json']).toMatchObject([
    { id: words.subjectId, text: insult, taken_down_at: expect.any(String) },
  ])
  expect(
    Object.keys(ofAuthor.files).filter((name) => name.startsWith('attachments/')),
  ).toHaveLength(2)
  const ofReporter = await exported(app, mia)
  expect(ofReporter.json['flags.json']).toMatchObject([
    { of: 'message', subject_id: words.subjectId, reason: 'It insults me.' },
  ])
  expect(JSON.stringify(ofReporter.json)).not.toContain(insult)
})

test('the deleted author of a reported message is named nowhere in the report, which is decided and logged at its commission', async () => {
  const opened = await openMessageCase(await emptyApp(), { isEnded: true })
  const { app, mia, tom, admin, commissionId, words, shownTo, urls } = opened
  const id = await reportedId(app, words, mia)
  expect((await remove(app, tom)).statusCode).toBe(200)
  const { flags } = await listReports(app, admin)
  expect(flags).toMatchObject([{ id, author: null, flagged: { text: insult, author: null } }])
  for (const name of [tom.id, tom.username]) expect(JSON.stringify(flags)).not.toContain(name)
  await decide(app, admin, id, 'uphold')
  expect(await shownTo(mia)).toEqual([{ text: '', isRemoved: true, files: [] }])
  await decide(app, admin, id, 'reinstate')
  expect(await shownTo(mia)).toEqual([{ text: insult, isRemoved: false, files: urls }])
  const logged = await app.db
    .selectFrom('admin_actions')
    .select(['subject_kind', 'subject_id'])
    .distinct()
    .execute()
  expect(logged).toEqual([{ subject_kind: 'commission', subject_id: commissionId }])

  // What is reported after the deletion is nobody's from the beginning.
  const second = await report(app, words, mia)
  expect(second.statusCode).toBe(200)
  const stored = app.db
    .selectFrom('flags')
    .select('author_id')
    .where('id', '=', second.json<{ id: string }>().id)
  expect(await stored.execute()).toEqual([{ author_id: null }])
})

test('a report of a message outlives its reporter’s account, without a name, and is decided like any other', async () => {
  const opened = await openMessageCase(await emptyApp(), { isEnded: true })
  const { app, mia, tom, admin, words, shownTo } = opened
  const id = await reportedId(app, words, mia)
  expect((await remove(app, mia)).statusCode).toBe(200)
  expect((await listReports(app, admin)).flags).toMatchObject([{ id, reporter: null }])
  await decide(app, admin, id, 'uphold')
  expect(await shownTo(tom)).toEqual([{ text: '', isRemoved: true, files: [] }])
})
