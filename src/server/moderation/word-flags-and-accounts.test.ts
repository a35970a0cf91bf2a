// What the copies of an export have of reported words, and what a deleted account leaves of them.

import { expect, test } from 'vitest'
import { decide } from '../../../tests/support/access/flag-case.ts'
import {
  createWordCase,
  listReports,
  publicWords,
  reportedId,
  shownWords,
} from '../../../tests/support/access/word-case.ts'
import { remove, unpack } from '../../../tests/support/accounts/own-data.ts'
import { picture, sendAvatar } from '../../../tests/support/artists/avatars.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import type { TestApp, TestUser } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

const text = 'Tom cannot sing.'

const exported = async (app: TestApp, as: TestUser) =>
  (await unpack((await app.call('GET /api/account/export', { as })).rawPayload)).json

test('an author’s copy has what was removed and the counter-notice, a reporter’s the report', async () => {
  for (const kind of ['review', 'comment'] as const) {
    const app = await emptyApp()
    const { ann, mia, admin, words, name } = await createWordCase(app, kind)
    const id = await reportedId(app, words, mia)
    await decide(app, admin, id, 'uphold')
    const send = { text: 'It is my opinion.' }
    await app.call(`POST /api/proxy/flags/${id}/counter-notice`, { as: ann, send })
    const ofAuthor = await exported(app, ann)
    expect(ofAuthor[`${kind}s.json`]).toMatchObject([{ text, taken_down_at: expect.any(String) }])
    const about = { of: kind, subject_id: words.subjectId }
    expect(ofAuthor['flag-answers.json']).toMatchObject([
      { ...about, name, counter_text: 'It is my opinion.' },
    ])
    expect(ofAuthor['flags.json']).toEqual([])
    const ofReporter = await exported(app, mia)
    expect(ofReporter['flags.json']).toMatchObject([{ ...about, reason: 'It insults me.' }])
    expect(ofReporter['flag-answers.json']).toEqual([])
  }
})

test.each(publicWords)(
  'a report of a %s outlives its reporter’s account, without a name, and is decided like any other',
  async (kind) => {
    const app = await emptyApp()
    const { mia, admin, words, author, ...where } = await createWordCase(app, kind)
    const id = await reportedId(app, words, mia)
    expect((await remove(app, mia)).statusCode).toBe(200)
    expect((await listReports(app, admin)).flags).toMatchObject([{ id, reporter: null }])
    await decide(app, admin, id, 'uphold')
    expect((await shownWords(app, words, where)).total).toBe(0)
    const removed = await app.call('GET /api/proxy/removed-words', { as: author })
    expect(removed.json()).toMatchObject({ removed: [{ id, status: 'upheld' }] })
  },
)

test.each(['review', 'comment'] as const)(
  'the deleted author of a reported %s is named nowhere in the report, which is decided without telling anybody but the reporter',
  async (kind) => {
    const app = await emptyApp()
    const { ann, mia, admin, words, ...where } = await createWordCase(app, kind)
    const id = await reportedId(app, words, mia)
    expect((await remove(app, ann)).statusCode).toBe(200)
    const { flags } = await listReports(app, admin)
    expect(flags).toMatchObject([{ id, author: null, flagged: { text, author: null } }])
    expect(JSON.stringify(flags)).not.toContain(ann.id)
    await decide(app, admin, id, 'uphold')
    expect((await shownWords(app, words, where)).total).toBe(0)
    await decide(app, admin, id, 'reinstate')
    expect((await shownWords(app, words, where)).total).toBe(1)
  },
)

test('with an artist’s account reports of the profile are deleted, and those of reviews name the artist no more', async () => {
  const app = await emptyApp()
  const { tom, mia, admin, words } = await createWordCase(app, 'review')
  const profile = { kind: 'profile', subjectId: tom.id } as const
  const id = await reportedId(app, words, mia)
  await reportedId(app, profile, mia)
  expect((await remove(app, tom)).statusCode).toBe(200)
  const { flags } = await listReports(app, admin)
  expect(flags).toMatchObject([
    { id, kind: 'review', name: 'Deleted user', isDeleted: true, flagged: { text, about: null } },
  ])
  expect(JSON.stringify(flags)).not.toContain(tom.id)
  expect(JSON.stringify(flags)).not.toContain('Tom Tenor')
  expect((await decide(app, admin, id, 'uphold')).statusCode).toBe(200)
})

test('of a profile the files of the picture are removed with the words', async () => {
  const app = await emptyApp()
  const { tom, mia, admin, words } = await createWordCase(app, 'profile')
  const { avatar } = (await sendAvatar(app, tom, await picture())).json<{ avatar: string }>()
  expect((await app.call(`GET ${avatar}`)).statusCode).toBe(200)
  await decide(app, admin, await reportedId(app, words, mia), 'uphold')
  expect((await app.call(`GET /public/users/${tom.id}`)).json()).toMatchObject({ avatar: null })
  expect((await app.call(`GET ${avatar}`)).statusCode).toBe(404)
})
