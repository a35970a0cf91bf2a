// What an account writes at the moment of its deletion: either before, and then it is deleted like the rest, or not at all. The account's row stays for what was sold, so no foreign key refuses what comes later.

import { expect, test } from 'vitest'
import { lockCustomer } from '#server/accounts/customer-lock.ts'
import { countAttempts } from '#server/db/count-attempts.ts'
import { contactLimits } from '#rules/contact/contact-limits.ts'
import { followLimits } from '#rules/artists/follow-limits.ts'
import { flagLimits } from '#rules/moderation/flag-limits.ts'
import { reviewLimits } from '#rules/reviews/review-limits.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { createUpheldFlag } from '../../../tests/support/access/upheld-flag.ts'
import { waitingForLocks } from '../../../tests/support/lock-waiters.ts'
import {
  createTrack,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../tests/support/test-app.ts'
import { sharedTestApp } from '../../../tests/support/shared-app.ts'

const sharedApp = sharedTestApp()

type Place = { artistId: string; trackId: string }
type Write = {
  what: string
  table: 'reviews' | 'flags' | 'follows' | 'comments' | 'ratings' | 'contact_messages'
  /** Of the counters of its limits, if not the table. */
  kind?: string
  by: string
  limits: readonly { periodMs: number }[]
  refusal: string
  send: (app: TestApp, as: TestUser, place: Place) => Promise<Result>
}
type Result = { status: number; code: string | undefined }

async function post(app: TestApp, as: TestUser, path: string, send?: object): Promise<Result> {
  const response = await app.call(`POST ${path}`, { as, ...(send ? { send } : {}) })
  return { status: response.statusCode, code: response.json<{ code?: string }>().code }
}

const writes: Write[] = [
  {
    what: 'a message',
    table: 'contact_messages',
    kind: 'contact',
    by: 'user_id',
    limits: contactLimits,
    refusal: 'login_required',
    send: (app, as) => {
      const sent = { name: 'Mia', email: 'mia@example.com', subject: 'other', message: 'Hello' }
      return post(app, as, '/api/contact', sent)
    },
  },
  {
    what: 'a review',
    table: 'reviews',
    by: 'author_id',
    limits: reviewLimits.reviews,
    refusal: 'login_required',
    send: (app, as, { artistId }) =>
      post(app, as, `/api/proxy/users/review/${artistId}`, { review: 'Plays so well.' }),
  },
  {
    what: 'a report',
    table: 'flags',
    by: 'reporter_id',
    limits: flagLimits,
    refusal: 'flag_login_required',
    send: (app, as, { trackId }) =>
      post(app, as, `/api/proxy/flags/track/${trackId}`, { type: 'other', reason: 'It hums.' }),
  },
  {
    what: 'a follow',
    table: 'follows',
    by: 'follower_id',
    limits: followLimits,
    refusal: 'login_required',
    send: (app, as, { artistId }) => post(app, as, `/api/users/follow/${artistId}`),
  },
  {
    what: 'a comment',
    table: 'comments',
    by: 'user_id',
    limits: reviewLimits.comments,
    refusal: 'comment_login_required',
    send: (app, as, { trackId }) =>
      post(app, as, `/api/proxy/tracks/comment/${trackId}`, { comment: 'Lovely' }),
  },
  {
    what: 'a rating',
    table: 'ratings',
    by: 'user_id',
    limits: reviewLimits.ratings,
    refusal: 'rating_login_required',
    send: (app, as, { trackId }) =>
      post(app, as, `/api/proxy/tracks/rate/${trackId}`, { rating: 4 }),
  },
]

async function createPlaces(app: TestApp) {
  const artist = await createUser(app, { role: 'artist' })
  const { id: trackId } = await createTrack(app.db, { artistId: artist.id })
  return { place: { artistId: artist.id, trackId }, mia: await createUser(app) }
}

/** Sends a call, and waits until it waits for a lock as the call number `place`, or has a response. */
async function sendBehind<Response>(app: TestApp, place: number, send: () => Promise<Response>) {
  const response = send()
  let hasResponse = false
  void response.finally(() => (hasResponse = true))
  await expect.poll(async () => hasResponse || (await waitingForLocks(app)) === place).toBe(true)
  return { response }
}

const deletion = (app: TestApp, as: TestUser) => () =>
  post(app, as, '/api/account/deletion', { password: 'sing it to me' })

const ban =
  (app: TestApp, { id: artistId }: TestUser, admin: TestUser) =>
  () =>
    post(app, admin, '/api/proxy/admin/ban-user', { artistId })

const ofMia = (app: TestApp, { table, by }: Write, mia: TestUser) =>
  app.db
    .selectFrom(table)
    .selectAll()
    .where(by as never, '=', mia.id as never)
    .execute()

test.each(writes)('$what that has begun before the deletion is deleted with it', async (write) => {
  const app = await sharedApp()
  const { place, mia } = await createPlaces(app)
  const [{ periodMs } = { periodMs: 0 }] = write.limits
  const counter = `${write.kind ?? write.table}|${periodMs}|${mia.id}`
  const sent = await app.db.transaction().execute(async (tx) => {
    // The write stops where it is counted, when it has been admitted.
    await countAttempts(tx, counter, periodMs)
    const written = await sendBehind(app, 1, () => write.send(app, mia, place))
    return [written, await sendBehind(app, 2, deletion(app, mia))] as const
  })
  const results = await Promise.all(sent.map(({ response }) => response))
  expect(results.map(({ status }) => status)).toEqual([200, 200])
  // Ratings count on, without a name.
  expect(await ofMia(app, write, mia)).toHaveLength(write.table === 'ratings' ? 1 : 0)
})

test.each(writes)('$what that waits for the deletion is refused', async (write) => {
  const app = await sharedApp()
  const { place, mia } = await createPlaces(app)
  const sent = await app.db.transaction().execute(async (tx) => {
    await lockCustomer(tx, mia.id)
    const deleted = await sendBehind(app, 1, deletion(app, mia))
    const written = await sendBehind(app, 2, () => write.send(app, mia, place))
    return { deleted, written }
  })
  expect((await sent.deleted.response).status).toBe(200)
  expect(await sent.written.response).toEqual({ status: 401, code: write.refusal })
  expect(await ofMia(app, write, mia)).toEqual([])
})

const ends = [
  { end: 'the deletion', answer: { status: 401, code: 'login_required' }, run: deletion },
  { end: 'a ban', answer: { status: 403, code: 'banned' }, run: ban },
]

test.each(ends)('a counter-notice that waits for $end is not stored', async ({ answer, run }) => {
  const app = await sharedApp()
  const admin = await createAdmin(app)
  const artist = await createUser(app, { role: 'artist' })
  const reporter = await createUser(app)
  const id = await createUpheldFlag(app, { artistId: artist.id, reporter })
  const sent = await app.db.transaction().execute(async (tx) => {
    await lockCustomer(tx, artist.id)
    const ended = await sendBehind(app, 1, run(app, artist, admin))
    const path = `/api/proxy/flags/${id}/counter-notice`
    const notice = () => post(app, artist, path, { text: 'I wrote it.' })
    return { ended, notice: await sendBehind(app, 2, notice) }
  })
  expect((await sent.ended.response).status).toBe(200)
  expect(await sent.notice.response).toEqual(answer)
  const flags = app.db.selectFrom('flags').select(['status', 'counter_text']).where('id', '=', id)
  expect(await flags.execute()).toEqual([{ status: 'upheld', counter_text: null }])
})

test('a banned user can still write to the operator', async () => {
  const app = await sharedApp()
  const [admin, mia] = [await createAdmin(app), await createUser(app)]
  await ban(app, mia, admin)()
  const sent = { name: 'Mia', email: mia.email, subject: 'suspension', message: 'Why?' }
  expect((await post(app, mia, '/api/contact', sent)).status).toBe(200)
  const messages = app.db.selectFrom('contact_messages').where('user_id', '=', mia.id)
  expect(await messages.select('message').execute()).toEqual([{ message: 'Why?' }])
})
