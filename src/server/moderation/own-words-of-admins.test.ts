// Admins whose own words are reported: to them it is as to every author.

import { expect, test } from 'vitest'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { codeOf, decide, toldOf } from '../../../tests/support/access/flag-case.ts'
import {
  createWordCase,
  listReports,
  removedWords,
  report,
  reportedId,
  writeComment,
  writeReview,
} from '../../../tests/support/access/word-case.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

test.each(['review', 'comment'] as const)(
  'an admin neither reads a report of an own %s nor decides about it, and another admin does',
  async (kind) => {
    const app = await emptyApp()
    const { mia, admin: other, tom, track, words: strange } = await createWordCase(app, 'comment')
    const admin = await createAdmin(app)
    const subjectId =
      kind === 'review'
        ? await writeReview(app, tom.id, admin, 'Flat.')
        : await writeComment(app, track.id, admin, 'Flat.')
    const own = { kind, subjectId }
    const id = await reportedId(app, own, mia)
    await report(app, strange, mia)

    const read = await listReports(app, admin)
    expect(read).toMatchObject({ total: 1, counts: { open: 1, all: 1 }, flags: [strange] })
    expect(await listReports(app, other)).toMatchObject({ total: 2, counts: { open: 2, all: 2 } })
    for (const step of ['review', 'reject', 'uphold'])
      expect(codeOf(await decide(app, admin, id, step))).toBe('not_found')

    await decide(app, other, id, 'uphold', 'It insults him.')
    expect(await removedWords(app, admin)).toMatchObject([{ id, status: 'upheld' }])
    const send = { text: 'It was meant well.' }
    await app.call(`POST /api/proxy/flags/${id}/counter-notice`, { as: admin, send })
    expect(codeOf(await decide(app, admin, id, 'reinstate'))).toBe('not_found')
    expect((await toldOf(app, admin)).toSorted()).toEqual(
      [`${kind}_removed`, 'new_flag'].toSorted(),
    )
    expect((await toldOf(app, other)).toSorted()).toEqual([
      'counter_notice',
      'new_flag',
      'new_flag',
    ])
  },
)
