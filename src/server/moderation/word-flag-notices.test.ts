// Whom a report of words is told, and what nobody but admins ever learns: who sent it.

import { expect, test } from 'vitest'
import { decide, sentClaim } from '../../../tests/support/access/flag-case.ts'
import {
  createWordCase,
  publicWords,
  report,
  reportedId,
} from '../../../tests/support/access/word-case.ts'
import { unpack } from '../../../tests/support/accounts/own-data.ts'
import {
  notificationsOf,
  verifyEmails,
} from '../../../tests/support/notifications/notifications.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import type { TestApp, TestUser } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

const sentencesFor = async (app: TestApp, as: TestUser) =>
  (await notificationsOf(app, as)).notifications
    .map(({ sentence }) => sentence)
    .filter((sentence) => !/wrote a review|commented on/.test(sentence))
    .toReversed()

const named = {
  review: 'review of “Tom Tenor”',
  comment: 'comment on “Blackbird”',
  profile: 'profile “Tom Tenor”',
}
const own = { review: named.review, comment: named.comment, profile: 'profile' }

test.each(publicWords)(
  'the reporter of a %s is told of each outcome, its author of those that change what is shown, admins of what waits',
  async (kind) => {
    const app = await emptyApp()
    const { mia, admin, words, author } = await createWordCase(app, kind)
    const id = await reportedId(app, words, mia)
    await decide(app, admin, id, 'review')
    await decide(app, admin, id, 'uphold', 'It insults him.')
    const text = 'Mia Reporter is wrong.'
    await app.call(`POST /api/proxy/flags/${id}/counter-notice`, { as: author, send: { text } })
    await decide(app, admin, id, 'confirm', 'It does.')
    await decide(app, admin, id, 'reinstate', 'It does not.')
    expect(await sentencesFor(app, mia)).toEqual([
      `We have removed the ${named[kind]}, which you reported.`,
      `The author of the ${named[kind]}, which you reported, sent a counter-notice.`,
      `The ${named[kind]}, which you reported, stays removed.`,
      `The ${named[kind]}, which you reported, is shown again.`,
    ])
    const removed =
      kind === 'profile'
        ? 'We have removed the words and the picture of your profile.'
        : `We have removed your ${own[kind]}.`
    expect(await sentencesFor(app, author)).toEqual([
      removed,
      removed,
      kind === 'profile'
        ? 'The words of your profile are shown again.'
        : `Your ${own[kind]} is shown again.`,
    ])
    expect(await sentencesFor(app, admin)).toEqual([
      `The ${named[kind]} was reported.`,
      `The author of the ${named[kind]} sent a counter-notice.`,
    ])
    // What the author writes is for admins, what was claimed for the author.
    const toReporter = JSON.stringify((await notificationsOf(app, mia)).notifications)
    for (const unseen of [text, sentClaim]) expect(toReporter).not.toContain(unseen)
    const first = (await notificationsOf(app, author)).notifications.find(
      ({ sentence }) => sentence === removed,
    )
    expect(first).toMatchObject({ path: '/removed-words', addition: 'The reason: It does.' })
  },
)

test.each(publicWords)(
  'the author of a reported %s never learns who reported it: not in a list, a notification, an email, an export or a page of their own',
  async (kind) => {
    const app = await emptyApp()
    const { tom, mia, admin, words, author, track } = await createWordCase(app, kind)
    await verifyEmails(app)
    const reason = 'I, Mia Reporter, am hurt: mia@reporter.example.'
    const id = (await report(app, words, mia, { type: 'personal', reason })).json<{ id: string }>()
    const secrets = [mia.id, mia.username, mia.email, 'mia@reporter.example']
    const told = async () => {
      const answers = await Promise.all(
        [
          'GET /api/proxy/removed-words',
          'GET /api/notifications',
          'GET /api/proxy/auth/get-id-and-role',
          `GET /api/proxy/flags?kind=${kind}&subjectId=${words.subjectId}`,
          `GET /public/users/${tom.id}`,
          `GET /api/proxy/users/review/${tom.id}`,
          `GET /api/proxy/tracks/${track.id}`,
          `GET /api/proxy/tracks/own-reviews/${track.id}`,
        ].map(async (route) => (await app.call(route, { as: author })).body),
      )
      const { rawPayload } = await app.call('GET /api/account/export', { as: author })
      await app.work()
      const emails = app.emails.filter(({ to }) => to === author.email)
      return [...answers, JSON.stringify((await unpack(rawPayload)).json), JSON.stringify(emails)]
    }
    const check = async () => {
      for (const answer of await told())
        for (const secret of secrets)
          expect(answer.toLowerCase()).not.toContain(secret.toLowerCase())
    }
    // Before a decision nothing tells that there is a report.
    const before = (await notificationsOf(app, author)).unread
    await check()
    await decide(app, admin, id.id, 'uphold', 'It insults him.')
    expect((await notificationsOf(app, author)).unread).toBe(before + 1)
    await check()
    const text = 'I do not know who reported it.'
    const answered = await app.call(`POST /api/proxy/flags/${id.id}/counter-notice`, {
      as: author,
      send: { text },
    })
    for (const secret of secrets) expect(answered.body).not.toContain(secret)
    for (const step of ['confirm', 'reinstate']) await decide(app, admin, id.id, step)
    await check()
    // The admins' list alone names the reporter.
    const list = await app.call('GET /api/proxy/admin/flags?state=all', { as: admin })
    expect(list.body).toContain(mia.username)
  },
)

test('the reporter is told nothing about the author but what everybody reads, and the artist of a reported review nothing at all', async () => {
  const app = await emptyApp()
  const { tom, ann, mia, admin, words } = await createWordCase(app, 'review')
  await verifyEmails(app)
  const before = await notificationsOf(app, tom)
  const id = await reportedId(app, words, mia)
  await decide(app, admin, id, 'uphold')
  expect((await notificationsOf(app, tom)).notifications).toEqual(before.notifications)
  await app.work()
  expect(app.emails.map(({ to }) => to).toSorted()).toEqual(
    [admin.email, ann.email, mia.email, tom.email].toSorted(),
  )
  const toReporter = app.emails.find(({ to }) => to === mia.email)
  for (const secret of [ann.id, ann.username, ann.email])
    expect(JSON.stringify(toReporter)).not.toContain(secret)
  // Of the review itself, before it was reported.
  expect(app.emails.find(({ to }) => to === tom.email)?.subject).toContain('wrote a review of you')
})
