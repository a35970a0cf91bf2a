// Words that a report removed, as their author has them.

import { expect, test } from 'vitest'
import { codeOf, decide } from '../../../tests/support/access/flag-case.ts'
import {
  createWordCase,
  listReports,
  removedWords,
  reportedId,
  shownWords,
  writeComment,
  writeReview,
} from '../../../tests/support/access/word-case.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

const text = 'Tom cannot sing.'

test('the author answers once; another user, and the artist of a review, cannot', async () => {
  const app = await emptyApp()
  const { ann, mia, tom, admin, words } = await createWordCase(app, 'review')
  const id = await reportedId(app, words, mia)
  const counter = (as: typeof ann, notice = 'It is my opinion.') =>
    app.call(`POST /api/proxy/flags/${id}/counter-notice`, { as, send: { text: notice } })
  expect(codeOf(await counter(ann))).toBe('not_found')
  await decide(app, admin, id, 'uphold', 'It insults him.')
  for (const other of [mia, tom, admin]) {
    expect(codeOf(await counter(other))).toBe('not_found')
    expect(await removedWords(app, other)).toEqual([])
  }
  const own = {
    id,
    kind: 'review',
    title: 'Tom Tenor',
    text,
    type: 'abuse',
    claim: 'The recording is somebody else’s.',
    decision: { reason: 'It insults him.', decidedAt: expect.any(String) },
  }
  expect(await removedWords(app, ann)).toEqual([{ ...own, status: 'upheld', counterNotice: null }])
  expect((await counter(ann)).json()).toEqual({
    ...own,
    status: 'countered',
    counterNotice: { text: 'It is my opinion.', sentAt: expect.any(String) },
  })
  expect(codeOf(await counter(ann))).toBe('flag_moved')
  expect((await listReports(app, admin, '?state=open')).flags).toMatchObject([
    { id, status: 'countered', counterNotice: { text: 'It is my opinion.' } },
  ])
  await decide(app, admin, id, 'confirm', 'It is an insult all the same.')
  expect(await removedWords(app, ann)).toMatchObject([{ status: 'confirmed' }])
})

test('what was removed after a report can neither be changed nor answered, but its author can delete it: it is not counted out twice', async () => {
  const app = await emptyApp()
  const { ann, mia, tom, track, admin, words, ...where } = await createWordCase(app, 'review')
  const second = await writeReview(app, tom.id, ann, 'He can play, though.')
  const comment = await writeComment(app, track.id, ann, 'Too slow.')
  const onComment = { kind: 'comment', subjectId: comment } as const
  const [id, ofComment] = [await reportedId(app, words, mia), await reportedId(app, onComment, mia)]
  for (const one of [id, ofComment]) await decide(app, admin, one, 'uphold')
  const review = `/api/proxy/reviews/${words.subjectId}`
  const call = async (route: string, as: typeof ann, send?: object) =>
    codeOf(await app.call(route, { as, ...(send ? { send } : {}) }))
  expect(await call(`PATCH ${review}`, ann, { review: 'Kinder' })).toBe('words_removed')
  expect(await call(`PATCH ${review}`, mia, { review: 'Kinder' })).toBe('not_found')
  expect(await call(`POST ${review}/answer`, tom, { answer: 'Thanks' })).toBe('not_found')
  const path = `/api/proxy/comments/${comment}`
  expect(await call(`PATCH ${path}`, ann, { comment: 'Kinder' })).toBe('words_removed')
  const own = await app.call(`GET /api/proxy/tracks/own-reviews/${track.id}`, { as: ann })
  expect(own.json()).toMatchObject({ comments: [] })
  expect(await call(`DELETE ${review}`, ann)).toBeUndefined()
  expect(await call(`DELETE ${path}`, ann)).toBeUndefined()
  expect(await shownWords(app, words, { tom, track, ...where })).toEqual({
    texts: ['He can play, though.'],
    total: 1,
  })
  expect((await app.call(`GET /public/users/${tom.id}`)).json()).toMatchObject({ numOfReviews: 1 })
  // The case stays, and there is nothing to show again.
  expect(await removedWords(app, ann)).toHaveLength(2)
  const { flags } = await listReports(app, admin, '?state=takenDown')
  expect(flags.map(({ isDeleted, isListed }) => [isDeleted, isListed])).toEqual([
    [true, false],
    [true, false],
  ])
  for (const one of [id, ofComment])
    expect(codeOf(await decide(app, admin, one, 'reinstate'))).toBe('words_deleted')
  expect(second).not.toBe(words.subjectId)
})

test('of a removed review a profile shows another one of the same author', async () => {
  const app = await emptyApp()
  const { ann, mia, tom, admin } = await createWordCase(app, 'review')
  const newest = await writeReview(app, tom.id, ann, 'He cannot play either.')
  const inline = async () => {
    const found = await app.call(`GET /public/users/${tom.id}`)
    return found.json<{ reviews: { text: string }[] }>().reviews.map((one) => one.text)
  }
  expect(await inline()).toEqual(['He cannot play either.'])
  const id = await reportedId(app, { kind: 'review', subjectId: newest }, mia)
  await decide(app, admin, id, 'uphold')
  expect(await inline()).toEqual([text])
})

test('a profile that was emptied may be written anew; put back, only what is empty gets the former words', async () => {
  const app = await emptyApp()
  const { tom, mia, admin, words } = await createWordCase(app, 'profile')
  const first = await reportedId(app, words, mia)
  await decide(app, admin, first, 'uphold')
  const found = async (query: string) =>
    (await app.call(`GET /public/users/query?query=${query}&availableForCommission=all`)).json<{
      totalUsers: number
    }>().totalUsers
  expect(await found('zither')).toBe(0)
  await app.call('PATCH /api/artist/profile', { as: tom, send: { about: 'I practise.' } })
  // The first report is of other words: it does not keep these down.
  const second = await reportedId(app, words, mia)
  await decide(app, admin, second, 'uphold')
  await decide(app, admin, second, 'reinstate')
  const profile = async () => (await app.call(`GET /public/users/${tom.id}`)).json()
  expect(await profile()).toMatchObject({ about: 'I practise.', artistInstrument: null })
  await decide(app, admin, first, 'reinstate')
  expect(await profile()).toMatchObject({ about: 'I practise.', artistInstrument: 'Zither' })
  expect(await found('zither')).toBe(1)
})
