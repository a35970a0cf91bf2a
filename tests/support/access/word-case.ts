// A user's words that another one reports: a review, a comment or a profile, which everybody reads. Messages, which two
// read, are in message-case.ts.

import type { Flag, FlagCounts } from '../../../src/contracts/moderation/flags.ts'
import type { RemovedWords } from '../../../src/contracts/moderation/take-downs.ts'
import type { FlaggedWords } from '../../../src/rules/moderation/flag-limits.ts'
import { createTrack, createUser, type TestApp, type TestUser } from '../test-app.ts'
import { createAdmin } from './admin-user.ts'

/** What every user can report. */
export const publicWords = ['review', 'comment', 'profile'] as const satisfies FlaggedWords[]
type PublicWords = (typeof publicWords)[number]

type Words = { kind: FlaggedWords; subjectId: string }

const sentReport = { type: 'abuse', reason: 'It insults me.' }

export const report = (app: TestApp, words: Words, as?: TestUser, send: object = sentReport) =>
  app.call('POST /api/proxy/flags', { send: { ...words, ...send }, ...(as ? { as } : {}) })

export const reportedId = async (app: TestApp, words: Words, as: TestUser) =>
  (await report(app, words, as)).json<{ id: string }>().id

export const listReports = async (app: TestApp, as: TestUser, query = '?state=all') =>
  (await app.call(`GET /api/proxy/admin/flags${query}`, { as })).json<{
    flags: Flag[]
    total: number
    counts: FlagCounts
  }>()

export const removedWords = async (app: TestApp, as: TestUser) =>
  (await app.call('GET /api/proxy/removed-words', { as })).json<{ removed: RemovedWords[] }>()
    .removed

/**
 * Ann writes about Tom, an artist whose profile says something, too. Whose words of each kind are, and what they say.
 * Mia reports, and has nothing to do with either.
 */
export async function createWordCase(app: TestApp, kind: PublicWords) {
  const tom = await createUser(app, { role: 'artist', name: 'Tom Tenor' })
  const [ann, mia] = [
    await createUser(app, { name: 'Ann Author' }),
    await createUser(app, { name: 'Mia Reporter' }),
  ]
  const admin = await createAdmin(app)
  const track = await createTrack(app.db, { artistId: tom.id, title: 'Blackbird' })
  const write = {
    review: () => writeReview(app, tom.id, ann, text),
    comment: () => writeComment(app, track.id, ann, text),
    profile: async () => {
      await app.call('PATCH /api/artist/profile', {
        as: tom,
        send: { about: text, artistInstrument: 'Zither' },
      })
      return tom.id
    },
  }
  const words = { kind, subjectId: await write[kind]() }
  const name = kind === 'comment' ? 'Blackbird' : 'Tom Tenor'
  return { tom, ann, mia, admin, track, words, name, author: kind === 'profile' ? tom : ann }
}
const text = 'Tom cannot sing.'

export async function writeReview(app: TestApp, artistId: string, as: TestUser, review: string) {
  await app.call(`POST /api/proxy/users/review/${artistId}`, { as, send: { review } })
  const { id } = await app.db
    .selectFrom('reviews')
    .select('id')
    .where('author_id', '=', as.id)
    .where('text', '=', review)
    .executeTakeFirstOrThrow()
  return id
}

export async function writeComment(app: TestApp, trackId: string, as: TestUser, comment: string) {
  const written = await app.call(`POST /api/proxy/tracks/comment/${trackId}`, {
    as,
    send: { comment },
  })
  return written.json<{ id: string }>().id
}

/** What everyone reads of the words, and the number beside them. */
export async function shownWords(app: TestApp, { kind, subjectId }: Words, where: Where) {
  const read = async <Body>(path: string) => (await app.call(`GET ${path}`)).json<Body>()
  if (kind === 'profile') {
    const { about, artistInstrument } = await read<{
      about: string | null
      artistInstrument: string | null
    }>(`/public/users/${subjectId}`)
    return { texts: about === null ? [] : [about], total: artistInstrument === null ? 0 : 1 }
  }
  if (kind === 'comment') {
    const { comments, totalComments } = await read<{
      comments: { text: string }[]
      totalComments: number
    }>(`/api/proxy/tracks/${where.track.id}`)
    return { texts: comments.map((one) => one.text), total: totalComments }
  }
  const list = await read<{ reviews: { text: string }[]; totalReviews: number }>(
    `/api/proxy/users/review/${where.tom.id}`,
  )
  return { texts: list.reviews.map((one) => one.text), total: list.totalReviews }
}
type Where = { tom: TestUser; track: { id: string } }
