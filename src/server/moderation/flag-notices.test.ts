import { expect, test } from 'vitest'
import type { Flag } from '#contracts/moderation/flags.ts'
import { emailsTo } from '../../../tests/support/accounts/email-tokens.ts'
import {
  codeOf,
  createCase,
  decide,
  flag,
  takeDowns,
  toldOf,
} from '../../../tests/support/access/flag-case.ts'
import { notificationsOf } from '../../../tests/support/notifications/notifications.ts'
import { createUser, type TestApp, type TestUser } from '../../../tests/support/test-app.ts'
import { sharedTestApp } from '../../../tests/support/shared-app.ts'

const sharedApp = sharedTestApp()

const sentencesFor = async (app: TestApp, as: TestUser) =>
  (await notificationsOf(app, as)).notifications
    .map(({ sentence, addition }) => `${sentence} ${addition}`.trim())
    .toReversed()

test('who reported a track is told that it stays listed, with the reason, in the list and by email; its artist hears nothing', async () => {
  const app = await sharedApp()
  const { tom, mia, admin, id } = await createCase(app)
  await app.db.updateTable('users').set({ email_verified: true }).execute()
  expect(codeOf(await decide(app, admin, id, 'reject', 'It is in the public domain.'))).toBe(
    undefined,
  )
  const addition = 'Thank you for telling us. The reason: It is in the public domain.'
  expect((await notificationsOf(app, mia)).notifications).toMatchObject([
    { sentence: '“Blackbird”, which you reported, stays listed.', addition },
  ])
  await app.work()
  expect(emailsTo(app, mia)[0]?.text).toContain(addition)
  expect(await toldOf(app, tom)).toEqual([])
})

test('who reported a track is told of each decision with its reason, and of a counter-notice without its words', async () => {
  const app = await sharedApp()
  const { tom, mia, admin, track, id } = await createCase(app)
  const other = await flag(app, track.id, await createUser(app))
  await decide(app, admin, id, 'review', 'I look at it.')
  await decide(app, admin, id, 'uphold', 'It is theirs.')
  const text = 'Mia is wrong.'
  await app.call(`POST /api/proxy/flags/${id}/counter-notice`, { as: tom, send: { text } })
  await decide(app, admin, id, 'confirm', 'No proof.')
  await decide(app, admin, id, 'reinstate', 'Now proven.')
  expect(await sentencesFor(app, mia)).toEqual([
    'We have taken “Blackbird” down, which you reported. Thank you for telling us. The reason: It is theirs.',
    'The artist of “Blackbird”, which you reported, sent a counter-notice. We read it and decide again. You will be told.',
    '“Blackbird”, which you reported, stays down. The reason: No proof.',
    '“Blackbird”, which you reported, is listed again. The reason: Now proven.',
  ])
  const otherId = other.json<{ id: string }>().id
  await decide(app, admin, otherId, 'uphold', 'Theirs after all.')
  expect((await sentencesFor(app, mia)).length).toBe(4)
})

test('a report is upheld only with what was claimed, which its artist is told in the admin’s words, and its reporter is not', async () => {
  const app = await sharedApp()
  const { tom, mia, admin, id } = await createCase(app)
  await app.db.updateTable('users').set({ email_verified: true }).execute()
  const uphold = (words: object) =>
    app.call(`POST /api/proxy/admin/flags/${id}`, { as: admin, send: { step: 'uphold', ...words } })
  const reason = 'Her files prove it.'
  for (const [claim, message] of [
    [undefined, 'Please say what was claimed.'],
    [' \n', 'Please say what was claimed.'],
    ['x'.repeat(501), 'Please use at most 500 characters'],
  ])
    expect((await uphold({ claim, reason })).json()).toMatchObject({
      code: 'invalid_input',
      issues: [{ path: ['claim'], message }],
    })
  const claim = 'The recording is a copy of one from 2019.'
  expect((await uphold({ claim, reason })).json<Flag>()).toMatchObject({ claim, status: 'upheld' })
  const addition = `What was claimed: ${claim}\nThe reason: ${reason}`
  expect((await notificationsOf(app, tom)).notifications).toMatchObject([{ addition }])
  await app.work()
  expect(emailsTo(app, tom)[0]?.text).toContain(addition)
  const emails = [...emailsTo(app, tom), ...emailsTo(app, mia)]
  for (const told of [(await notificationsOf(app, mia)).notifications, emails])
    expect(JSON.stringify(told)).toContain(reason)
  expect(JSON.stringify((await notificationsOf(app, mia)).notifications)).not.toContain('from 2019')
  expect(emailsTo(app, mia)[0]?.text).not.toContain('from 2019')
})

test('a track that another report keeps down is not called listed again', async () => {
  const app = await sharedApp()
  const { tom, mia, admin, track, id } = await createCase(app)
  const second = (await flag(app, track.id, await createUser(app))).json<{ id: string }>().id
  for (const one of [id, second]) await decide(app, admin, one, 'uphold')
  await decide(app, admin, id, 'reinstate')
  expect((await sentencesFor(app, mia)).at(-1)).toContain('another one keeps it down')
  expect((await sentencesFor(app, tom)).at(-1)).toContain('another one keeps it down')
})

test('a note of an admin stands in the audit log, and reaches neither the artist, the reporter nor their emails', async () => {
  const app = await sharedApp()
  const { tom, mia, admin, track, id } = await createCase(app)
  await app.db.updateTable('users').set({ email_verified: true }).execute()
  const note = 'Mia wrote twice.'
  const send = { step: 'uphold', claim: 'It is a copy.', reason: 'It is theirs.', note }
  await app.call(`POST /api/proxy/admin/flags/${id}`, { as: admin, send })
  const log = await app.call(`GET /api/proxy/admin/audit-log?subject=${track.id}`, { as: admin })
  expect(log.json()).toMatchObject({ actions: [{ reason: 'It is theirs.', note }] })
  await app.work()
  const told = [
    await notificationsOf(app, tom),
    await notificationsOf(app, mia),
    await takeDowns(app, tom),
    [...emailsTo(app, tom), ...emailsTo(app, mia)],
  ]
  for (const one of told) {
    expect(JSON.stringify(one)).toContain('It is theirs.')
    expect(JSON.stringify(one)).not.toContain('Mia wrote')
  }
})

test('the beginning of a review needs a note alone, names the admin and tells nobody; a decision needs a reason', async () => {
  const app = await sharedApp()
  const { tom, mia, admin, id } = await createCase(app)
  const issues = async (send: object) =>
    (await app.call(`POST /api/proxy/admin/flags/${id}`, { as: admin, send })).json<{
      issues?: { path: string[]; message: string }[]
    }>().issues
  expect(await issues({ step: 'review', note: ' ' })).toMatchObject([
    { path: ['note'], message: 'Please say why.' },
  ])
  expect(await issues({ step: 'reject', note: 'Clear.' })).toMatchObject([
    { path: ['reason'], message: 'Please enter a reason.' },
  ])
  const reviewed = (await decide(app, admin, id, 'review', 'I look at it.')).json<Flag>()
  expect(reviewed).toMatchObject({
    status: 'reviewing',
    decision: null,
    reviewer: { id: admin.id, name: admin.username },
  })
  expect([await toldOf(app, tom), await toldOf(app, mia)]).toEqual([[], []])
})
