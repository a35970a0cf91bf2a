// Reports of reviews, comments and profiles: each step of the process, with what everybody reads and counts then.

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { flagSubjectKinds } from '#rules/moderation/flag-limits.ts'
import { ban } from '../../../tests/support/catalogue/listing.ts'
import { codeOf, decide } from '../../../tests/support/access/flag-case.ts'
import {
  createWordCase,
  listReports,
  publicWords,
  removedWords,
  report,
  reportedId,
  shownWords,
  writeComment,
} from '../../../tests/support/access/word-case.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { createTrack, createUser } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

const text = 'Tom cannot sing.'

test.each(publicWords)(
  'a report of a %s keeps a copy of it for the admins, with whose it is and where it stands',
  async (kind) => {
    const app = await emptyApp()
    const { mia, admin, words, name, author, tom, track } = await createWordCase(app, kind)
    const stored = await report(app, words, mia, { type: 'spam', reason: ' It advertises. ' })
    expect(stored.json()).toEqual({ id: expect.any(String), status: 'new' })
    const { flags, total } = await listReports(app, admin, `?kind=${kind}`)
    expect(total).toBe(1)
    const about = kind === 'comment' ? { id: track.id, name } : { id: tom.id, name }
    expect(flags).toMatchObject([
      {
        ...words,
        name,
        type: 'spam',
        reason: 'It advertises.',
        status: 'new',
        reporter: { id: mia.id, username: 'Mia Reporter' },
        author: { id: author.id, name: author.username },
        isListed: true,
        isDeleted: false,
        flagsOfSubject: 1,
        flagged:
          kind === 'profile'
            ? { name, about: text, instrument: 'Zither', videoUrl: null, avatar: null }
            : { text, answer: null, author: 'Ann Author', about },
      },
    ])
    for (const other of flagSubjectKinds.filter((one) => one !== kind)) {
      const list = await listReports(app, admin, `?kind=${other}`)
      expect(list).toMatchObject({ flags: [], counts: { open: 0, all: 0 } })
    }
  },
)

test.each(publicWords)(
  'an upheld report hides a %s from everybody and counts it out, and only an admin shows it again',
  async (kind) => {
    const app = await emptyApp()
    const { mia, admin, words, author, ...where } = await createWordCase(app, kind)
    const id = await reportedId(app, words, mia)
    const shown = () => shownWords(app, words, where)
    expect(await shown()).toEqual({ texts: [text], total: 1 })
    expect(codeOf(await decide(app, admin, id, 'confirm'))).toBe('flag_moved')
    await decide(app, admin, id, 'review')
    expect(await shown()).toEqual({ texts: [text], total: 1 })
    const upheld = await decide(app, admin, id, 'uphold', 'It insults him.')
    const isOnPage = kind === 'profile'
    expect(upheld.json()).toMatchObject({ status: 'upheld', isListed: isOnPage, kind })
    expect(await shown()).toEqual({ texts: [], total: 0 })
    expect(codeOf(await report(app, words, await createUser(app)))).toBe(
      isOnPage ? undefined : 'not_found',
    )
    expect(codeOf(await decide(app, admin, id, 'uphold'))).toBe('flag_moved')
    await decide(app, admin, id, 'reinstate', 'It is fair.')
    expect(await shown()).toEqual({ texts: [text], total: 1 })
    expect((await listReports(app, admin, '?state=closed')).flags).toMatchObject([
      { id, status: 'reinstated', isListed: true, decision: { reason: 'It is fair.' } },
    ])
    const logged = await app.db
      .selectFrom('admin_actions')
      .select(['action', 'subject_kind', 'subject_id', 'details'])
      .orderBy('id')
      .execute()
    expect(logged).toEqual(
      ['review_flag', 'uphold_flag', 'reinstate_flag'].map((action) => ({
        action,
        subject_kind: 'user',
        subject_id: author.id,
        details: { flagId: id },
      })),
    )
  },
)

test.each(publicWords)(
  'a rejected report leaves a %s as it is, and its author hears nothing of it',
  async (kind) => {
    const app = await emptyApp()
    const { mia, admin, words, author, ...where } = await createWordCase(app, kind)
    await decide(app, admin, await reportedId(app, words, mia), 'reject')
    expect(await shownWords(app, words, where)).toEqual({ texts: [text], total: 1 })
    expect(await removedWords(app, author)).toEqual([])
    const told = await app.db
      .selectFrom('notifications')
      .select('kind')
      .where('user_id', '=', author.id)
      .where('kind', 'not in', ['review', 'comment'])
      .execute()
    expect(told).toEqual([])
    // Decided, it can be reported once more.
    expect((await report(app, words, mia)).statusCode).toBe(200)
  },
)

test.each(publicWords)(
  'visitors cannot report a %s, its author neither, another user once; what nobody sees is not found',
  async (kind) => {
    const app = await emptyApp()
    const { mia, words, author, tom, track } = await createWordCase(app, kind)
    const asked = async (as?: typeof mia, of = words) =>
      app.call(`GET /api/proxy/flags?kind=${of.kind}&subjectId=${of.subjectId}`, as ? { as } : {})
    const refusalOf = async (as: typeof mia) => (await asked(as)).json<{ refusal: string | null }>()

    expect((await report(app, words)).json()).toMatchObject({
      code: 'flag_login_required',
      message: 'Not logged in. Please create an account, or flag via contact form.',
    })
    expect(codeOf(await asked())).toBe('flag_login_required')
    expect(codeOf(await report(app, words, author))).toBe('own_words_flag')
    const about =
      kind === 'comment' ? { id: track.id, name: 'Blackbird' } : { id: tom.id, name: 'Tom Tenor' }
    expect(await refusalOf(author)).toEqual({ refusal: 'own_words_flag', about, text })

    const missing = { kind, subjectId: randomUUID() }
    expect(codeOf(await report(app, missing, mia))).toBe('not_found')
    expect(codeOf(await asked(mia, missing))).toBe('not_found')

    // Another user's report is none of the own.
    const sam = await createUser(app)
    expect((await report(app, words, sam)).statusCode).toBe(200)
    expect((await refusalOf(mia)).refusal).toBeNull()
    const together = await Promise.all(Array.from({ length: 4 }, () => report(app, words, mia)))
    const second = 'words_already_flagged'
    expect(together.map(codeOf).filter((code) => code === second)).toHaveLength(3)
    expect(together.filter((one) => one.statusCode === 200)).toHaveLength(1)
    expect((await refusalOf(mia)).refusal).toBe('words_already_flagged')

    // What stands on a page of a suspended artist is on no page.
    await ban(app.db, tom.id)
    expect(codeOf(await report(app, words, await createUser(app)))).toBe('not_found')
  },
)

test('a report of words needs one of their types and a reason that can be read', async () => {
  const app = await emptyApp()
  const { ann, mia, track, words } = await createWordCase(app, 'review')
  for (const [wrong, path, message] of [
    [{ type: 'abuse', reason: ' \u200B\n' }, 'reason', 'Please say what is wrong with it.'],
    [{ type: 'spam', reason: 'x'.repeat(2001) }, 'reason', 'Please use at most 2000 characters'],
    [{ type: 'copyright', reason: 'Rude' }, 'type', 'Please choose what this is about.'],
  ] as const) {
    const refused = (await report(app, words, mia, wrong)).json<{ issues: object[] }>()
    expect(refused.issues).toEqual([expect.objectContaining({ path: [path], message })])
  }
  const send = { kind: 'track', subjectId: track.id, type: 'abuse', reason: 'Rude' }
  expect(codeOf(await app.call('POST /api/proxy/flags', { as: mia, send }))).toBe('invalid_input')
  for (const type of ['false', 'personal', 'other']) {
    const comment = {
      kind: 'comment',
      subjectId: await writeComment(app, track.id, ann, type),
    } as const
    expect((await report(app, comment, mia, { type, reason: 'x' })).statusCode).toBe(200)
  }
})

test('reports of tracks and of words are counted together', async () => {
  const app = await emptyApp()
  const { ann, mia, tom, track } = await createWordCase(app, 'review')
  const ids = await Promise.all(['a', 'b', 'c'].map((one) => writeComment(app, track.id, ann, one)))
  for (const subjectId of ids)
    expect((await report(app, { kind: 'comment', subjectId }, mia)).statusCode).toBe(200)
  const tracks = await Promise.all(
    Array.from({ length: 3 }, () => createTrack(app.db, { artistId: tom.id })),
  )
  const codes = []
  for (const { id } of tracks) {
    const send = { type: 'other', reason: 'Odd' }
    codes.push(codeOf(await app.call(`POST /api/proxy/flags/track/${id}`, { as: mia, send })))
  }
  expect(codes).toEqual([undefined, undefined, 'too_many_flags'])
})

test.each(publicWords)(
  'a %s stays removed while another report keeps it removed, in both orders of simultaneous decisions',
  async (kind) => {
    const app = await emptyApp()
    const { admin, words, ...where } = await createWordCase(app, kind)
    const ids: string[] = []
    while (ids.length < 3) ids.push(await reportedId(app, words, await createUser(app)))
    const [first = '', second = '', third = ''] = ids
    const shown = async () => (await shownWords(app, words, where)).total
    await Promise.all([decide(app, admin, first, 'uphold'), decide(app, admin, second, 'uphold')])
    await decide(app, admin, first, 'reinstate')
    expect(await shown()).toBe(0)
    await Promise.all([
      decide(app, admin, second, 'reinstate'),
      decide(app, admin, third, 'uphold'),
    ])
    expect(await shown()).toBe(0)
    await decide(app, admin, third, 'reinstate')
    expect(await shown()).toBe(1)
  },
)
