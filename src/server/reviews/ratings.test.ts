import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import type { OwnReviews } from '#contracts/reviews/ratings.ts'
import type { Comment } from '#contracts/review-schemas.ts'
import { withdrawTrack } from '#server/tracks/track-commands.ts'
import { createArtistWithPayouts, paidCart } from '../../../tests/support/shopping.ts'
import {
  createTestApp,
  createTrack,
  createUser,
  type TestUser,
} from '../../../tests/support/test-app.ts'

const app = await createTestApp()
afterAll(() => app[Symbol.asyncDispose]())
const artist = await createArtistWithPayouts(app)
const [mia, sam] = [await createUser(app), await createUser(app)]

const newTrack = () => createTrack(app.db, { artistId: artist.id })

const rate = (trackId: string, rating: unknown, as?: TestUser) =>
  app.call(`POST /api/proxy/tracks/rate/${trackId}`, { send: { rating }, ...(as ? { as } : {}) })

const comment = (trackId: string, text: unknown, as?: TestUser) =>
  app.call(`POST /api/proxy/tracks/comment/${trackId}`, {
    send: { comment: text },
    ...(as ? { as } : {}),
  })

type Shown = {
  averageRating: number | null
  numOfRatings: number
  comments: Comment[]
  totalComments: number
  commentPage: number
  commentPages: number
}

const show = async (trackId: string, page = 1) =>
  (await app.call(`GET /api/proxy/tracks/${trackId}?commentPage=${page}`)).json<Shown>()

const ownReviews = async (trackId: string, as: TestUser) =>
  (await app.call(`GET /api/proxy/tracks/own-reviews/${trackId}`, { as })).json<OwnReviews>()

/** Lets a user start again with the limits of a minute. */
const forgetAttempts = () => app.db.deleteFrom('rate_limits').execute()

test('a rating counts into the track, is remembered, and a second one by the same user replaces it (API-07, ROL-10, RAT-15, RAT-16)', async () => {
  const { id } = await newTrack()
  const first = await rate(id, 2, sam)
  expect(first.json()).toMatchObject({ rating: { stars: 2 }, averageRating: 2, numOfRatings: 1 })
  // Another user's is not the own one.
  expect((await ownReviews(id, mia)).rating).toBeNull()
  const second = await rate(id, 5, mia)
  expect(second.json()).toMatchObject({ rating: { stars: 5 }, averageRating: 3.5, numOfRatings: 2 })
  const again = await rate(id, 4, mia)
  expect(again.json()).toMatchObject({ averageRating: 3, numOfRatings: 2 })

  expect(await show(id)).toMatchObject({ averageRating: 3, numOfRatings: 2 })
  const list = await app.call(`GET /public/tracks/query?artistId=${artist.id}&orderBy=rating`)
  expect(list.json<{ tracks: object[] }>().tracks).toContainEqual(
    expect.objectContaining({ id, averageRating: 3, numOfRatings: 2 }),
  )
  const own = await ownReviews(id, mia)
  expect(own.rating?.stars).toBe(4)
  expect(Date.now() - Date.parse(own.rating?.ratedAt ?? '')).toBeLessThan(60_000)
})

test('a rating is a whole number from 1 to 5 (VAL-28, BUS-16)', async () => {
  const { id } = await newTrack()
  for (const wrong of [0, 6, 2.5, -1, '5', null, undefined]) {
    const response = await rate(id, wrong, mia)
    expect([wrong, response.json()]).toEqual([
      wrong,
      expect.objectContaining({ code: 'invalid_input' }),
    ])
  }
  expect(await show(id)).toMatchObject({ averageRating: null, numOfRatings: 0 })
  for (const stars of [1, 5]) expect((await rate(id, stars, sam)).statusCode).toBe(200)
})

test('a visitor can neither rate nor comment (RAT-17, ROL-07, VAL-27, VAL-29, ERR-23, ERR-24)', async () => {
  const { id } = await newTrack()
  const refused = [await rate(id, 5), await comment(id, 'Lovely')]
  expect(refused.map((response) => [response.statusCode, response.json()])).toEqual([
    [
      401,
      expect.objectContaining({
        code: 'rating_login_required',
        message: 'You must be logged in to rate tracks.',
      }),
    ],
    [
      401,
      expect.objectContaining({
        code: 'comment_login_required',
        message: 'You must be logged in to comment on tracks.',
      }),
    ],
  ])
  expect(await show(id)).toMatchObject({ numOfRatings: 0, totalComments: 0 })
})

test('a comment is on the page as it was typed; a blank or too long one is refused at its field (API-08, VAL-26)', async () => {
  const { id } = await newTrack()
  const text = 'So <b>warm</b>!\n\nSee https://example.com'
  const added = await comment(id, `  ${text}\r\n `, mia)
  expect(added.json()).toMatchObject({ text, user: { username: mia.username }, isEdited: false })
  for (const [wrong, message] of [
    ['', 'Please enter a comment.'],
    [' \u200B\n ', 'Please enter a comment.'],
    [undefined, 'Please enter a comment.'],
    ['x'.repeat(1001), 'Please use at most 1000 characters'],
  ]) {
    const refused = (await comment(id, wrong, mia)).json<{ issues: object[] }>()
    expect(refused.issues).toEqual([expect.objectContaining({ path: ['comment'], message })])
  }
  expect((await comment(id, 'x'.repeat(1000), sam)).statusCode).toBe(200)
  const { comments } = await show(id)
  expect(comments.map((one) => one.user?.username)).toEqual([sam.username, mia.username])
  await forgetAttempts()
})

test('the artist of a track, a banned user, and a track that is not listed are refused', async () => {
  const { id } = await newTrack()
  const banned = await createUser(app)
  await app.db.updateTable('users').set({ banned: true }).where('id', '=', banned.id).execute()
  const codes = async (trackId: string, as: TestUser) => [
    (await rate(trackId, 5, as)).json<{ code: string }>().code,
    (await comment(trackId, 'Mine', as)).json<{ code: string }>().code,
  ]
  expect(await codes(id, artist)).toEqual(['own_track_rated', 'own_track_rated'])
  expect((await ownReviews(id, artist)).refusal).toBe('own_track_rated')
  expect(await codes(id, banned)).toEqual(['banned', 'banned'])
  await withdrawTrack(app.db, { id, artistId: artist.id })
  expect(await codes(id, mia)).toEqual(['not_found', 'not_found'])
  expect(await codes(randomUUID(), mia)).toEqual(['not_found', 'not_found'])
})

test('an author changes a comment for 15 minutes and deletes it at any time; others can do neither', async () => {
  const { id } = await newTrack()
  const { id: commentId } = (await comment(id, 'Slow', mia)).json<Comment>()
  const edit = (as: TestUser, text: string) =>
    app.call(`PATCH /api/proxy/comments/${commentId}`, { as, send: { comment: text } })
  const remove = (as: TestUser) => app.call(`DELETE /api/proxy/comments/${commentId}`, { as })

  expect((await ownReviews(id, mia)).comments).toEqual([{ id: commentId, canBeEdited: true }])
  expect((await ownReviews(id, sam)).comments).toEqual([])
  expect((await edit(sam, 'Rude')).json()).toMatchObject({ code: 'not_found' })
  expect((await remove(sam)).json()).toMatchObject({ code: 'not_found' })
  expect((await edit(mia, 'Slow and warm')).json()).toMatchObject({ isEdited: true })
  expect((await show(id)).comments).toMatchObject([{ text: 'Slow and warm', isEdited: true }])

  const written = new Date(Date.now() - 16 * 60_000)
  await app.db
    .updateTable('comments')
    .set({ created_at: written })
    .where('id', '=', commentId)
    .execute()
  expect((await ownReviews(id, mia)).comments).toEqual([{ id: commentId, canBeEdited: false }])
  expect((await edit(mia, 'Too late')).json()).toMatchObject({ code: 'comment_not_editable' })
  expect((await remove(mia)).statusCode).toBe(200)
  expect(await show(id)).toMatchObject({ comments: [], totalComments: 0 })
  await forgetAttempts()
})

test('a comment by a customer who owns the track is marked; the operator can require that', async () => {
  const [{ id }, other] = [await newTrack(), await newTrack()]
  await paidCart(app, mia, [id])
  for (const as of [mia, sam]) await comment(id, 'Lovely', as)
  const marks = (await show(id)).comments.map((one) => [one.user?.username, one.isVerifiedBuyer])
  expect(marks).toEqual([
    [sam.username, false],
    [mia.username, true],
  ])
  await comment(other.id, 'And this one?', mia)
  expect((await show(other.id)).comments).toMatchObject([{ isVerifiedBuyer: false }])
  await forgetAttempts()

  await using strict = await createTestApp({ ratingsNeedPurchase: true })
  const seller = await createArtistWithPayouts(strict)
  const [buyer, guest] = [await createUser(strict), await createUser(strict)]
  const track = await createTrack(strict.db, { artistId: seller.id })
  await paidCart(strict, buyer, [track.id])
  const results = []
  for (const as of [buyer, guest])
    for (const [call, send] of [
      ['rate', { rating: 5 }],
      ['comment', { comment: 'Lovely' }],
    ] as const) {
      const response = await strict.call(`POST /api/proxy/tracks/${call}/${track.id}`, { as, send })
      results.push(response.json<{ code?: string }>().code)
    }
  expect(results).toEqual([undefined, undefined, 'purchase_required', 'purchase_required'])
  const page = await strict.call(`GET /api/proxy/tracks/own-reviews/${track.id}`, { as: guest })
  expect(page.json()).toMatchObject({ refusal: 'purchase_required' })
})

test('comments come in pages of 20, newest first, and a page after the last one is the last one', async () => {
  const { id } = await newTrack()
  const texts = Array.from({ length: 45 }, (_, at) => `comment ${at}`)
  await app.db
    .insertInto('comments')
    .values(
      texts.map((text, at) => ({
        id: randomUUID(),
        track_id: id,
        user_id: mia.id,
        text,
        created_at: new Date(Date.UTC(2025, 0, 1, 0, at)),
      })),
    )
    .execute()
  const pages = [await show(id), await show(id, 2), await show(id, 99)]
  expect(pages.flatMap(({ comments }) => comments.map(({ text }) => text))).toEqual(
    texts.toReversed(),
  )
  expect(pages.map(({ commentPage, commentPages }) => [commentPage, commentPages])).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ])
  for (const page of ['0', '-1', 'x', '1e9', '1.5'])
    expect(
      (await app.call(`GET /api/proxy/tracks/${id}?commentPage=${page}`)).json(),
    ).toMatchObject({ commentPage: 1 })
})
