import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Review } from '#contracts/review-schemas.ts'
import type { RenderPage } from '#contracts/page-seam.ts'
import { refreshArtists } from '#server/counters/artist-counters.ts'
import { openPageCache } from '#server/pages/page-cache.ts'
import { ban } from '../../../tests/support/catalogue/listing.ts'
import { createArtistWithPayouts, paidCart } from '../../../tests/support/shopping.ts'
import { sharedTestApp } from '../../../tests/support/shared-app.ts'
import {
  createTestApp,
  createTrack,
  createUser,
  registerUser,
  type TestApp,
  type TestUser,
} from '../../../tests/support/test-app.ts'

const sharedApp = sharedTestApp()

const write = (app: TestApp, artistId: string, review: unknown, as?: TestUser) =>
  app.call(`POST /api/proxy/users/review/${artistId}`, { send: { review }, ...(as ? { as } : {}) })

type List = { reviews: Review[]; totalReviews: number; totalPages: number; currentPage: number }
const list = async (app: TestApp, artistId: string, query = '') =>
  (await app.call(`GET /api/proxy/users/review/${artistId}${query}`)).json<List>()

const forgetAttempts = (app: TestApp) => app.db.deleteFrom('rate_limits').execute()

const codeOf = (response: Awaited<ReturnType<typeof write>>) =>
  response.json<{ code?: string }>().code

test('a review is on the profile as it was typed, and the call responds with the newest three and their number (API-32, REV-01, REV-11, ROL-13, BUS-23)', async () => {
  const app = await sharedApp()
  const [tom, mia] = [await createUser(app, { role: 'artist' }), await createUser(app)]
  const text = 'So <b>kind</b>!\n\nAsk him anything.'
  for (const review of ['first', 'second', 'third']) await write(app, tom.id, review, mia)
  const added = await write(app, tom.id, `  ${text}\r\n `, mia)
  const { reviews, numOfReviews } = added.json<{ reviews: Review[]; numOfReviews: number }>()
  expect(numOfReviews).toBe(4)
  expect(reviews.map((one) => one.text)).toEqual([text, 'third', 'second'])
  const profile = (await app.call(`GET /public/users/${tom.id}`)).json<{ reviews: Review[] }>()
  expect(profile.reviews).toEqual(reviews.slice(0, 1))
  expect(reviews[0]).toMatchObject({
    user: { id: mia.id, username: mia.username, avatar: null },
    isEdited: false,
    isVerifiedBuyer: false,
    answer: null,
  })
})

test('an operator can require a confirmed email of those who review; others are refused and stored nothing', async () => {
  const lax = await sharedApp()
  const anyone = await createUser(lax, { role: 'artist' })
  expect(codeOf(await write(lax, anyone.id, 'Lovely', await registerUser(lax)))).toBeUndefined()

  await using app = await createTestApp({ reviewsNeedEmail: true })
  const tom = await createUser(app, { role: 'artist' })
  const [confirmed, unconfirmed] = [await createUser(app), await registerUser(app)]
  expect(codeOf(await write(app, tom.id, 'Bad', unconfirmed))).toBe('email_unverified')
  expect((await list(app, tom.id)).totalReviews).toBe(0)
  expect(codeOf(await write(app, tom.id, 'Lovely', confirmed))).toBeUndefined()
  expect((await list(app, tom.id)).totalReviews).toBe(1)
})

test('reviews come in pages of ten, newest or oldest first; a visitor reads them (BUS-23, API-33, REV-06, REV-07, REV-08, REV-10)', async () => {
  const app = await sharedApp()
  const [tom, mia] = [await createUser(app, { role: 'artist' }), await createUser(app)]
  const texts = Array.from({ length: 23 }, (_, at) => `review ${at}`)
  await app.db
    .insertInto('reviews')
    .values(
      texts.map((text, at) => ({
        id: randomUUID(),
        artist_id: tom.id,
        author_id: mia.id,
        text,
        created_at: new Date(Date.UTC(2025, 0, 1, 0, at)),
      })),
    )
    .execute()
  await refreshArtists(app.db, 'reviews', [tom.id])
  const oldest = 'orderBy=date-added%2Fascending'
  const [first, third, beyond, last] = [
    await list(app, tom.id),
    await list(app, tom.id, '?page=3'),
    await list(app, tom.id, '?page=9'),
    await list(app, tom.id, `?${oldest}&page=3`),
  ]
  expect(first).toMatchObject({ totalReviews: 23, totalPages: 3, currentPage: 1 })
  expect(first.reviews.map(({ text }) => text)).toEqual(texts.toReversed().slice(0, 10))
  expect(third.reviews.map(({ text }) => text)).toEqual(['review 2', 'review 1', 'review 0'])
  expect(beyond).toEqual(third)
  expect(last.reviews.map(({ text }) => text)).toEqual(texts.slice(20))
  expect(await list(app, tom.id, '?orderBy=odd&page=x&limit=0')).toEqual(first)
})

test('a blank or too long review is refused at its field (VAL-32)', async () => {
  const app = await sharedApp()
  const [tom, mia] = [await createUser(app, { role: 'artist' }), await createUser(app)]
  for (const [wrong, message] of [
    ['', 'Please enter a review.'],
    [' \u200B\n ', 'Please enter a review.'],
    [undefined, 'Please enter a review.'],
    ['x'.repeat(2001), 'Please use at most 2000 characters'],
  ]) {
    const refused = (await write(app, tom.id, wrong, mia)).json<{ issues: object[] }>()
    expect(refused.issues).toEqual([expect.objectContaining({ path: ['review'], message })])
  }
  expect(await list(app, tom.id)).toMatchObject({ reviews: [], totalReviews: 0 })
})

test('visitors, the artist and banned users cannot review, and only listed artists are reviewed (REV-14, ROL-08, D-108)', async () => {
  const app = await sharedApp()
  const [tom, mia, banned] = [
    await createUser(app, { role: 'artist' }),
    await createUser(app),
    await createUser(app),
  ]
  await ban(app.db, banned.id)
  const code = async (artistId: string, as?: TestUser) =>
    codeOf(await write(app, artistId, 'Lovely', as))
  expect(await code(tom.id)).toBe('login_required')
  expect(await code(tom.id, tom)).toBe('own_review')
  expect(await code(tom.id, banned)).toBe('banned')
  expect(await code(mia.id, tom)).toBe('not_found')
  expect(await code(randomUUID(), mia)).toBe('not_found')
  expect(codeOf(await app.call(`GET /api/proxy/users/review/${mia.id}`))).toBe('not_found')
  await ban(app.db, tom.id)
  expect(await code(tom.id, mia)).toBe('not_found')
})

test('an author changes a review for 15 minutes and deletes it at any time; others can do neither', async () => {
  const app = await sharedApp()
  const [tom, mia, sam] = [
    await createUser(app, { role: 'artist' }),
    await createUser(app),
    await createUser(app),
  ]
  await write(app, tom.id, 'Slow', mia)
  const id = (await list(app, tom.id)).reviews[0]?.id ?? ''
  const edit = (as: TestUser, review: string) =>
    app.call(`PATCH /api/proxy/reviews/${id}`, { as, send: { review } })
  const remove = (as: TestUser) => app.call(`DELETE /api/proxy/reviews/${id}`, { as })
  for (const other of [sam, tom]) {
    expect(codeOf(await edit(other, 'Rude'))).toBe('not_found')
    expect(codeOf(await remove(other))).toBe('not_found')
  }
  expect((await edit(mia, 'Slow and warm')).json()).toMatchObject({
    text: 'Slow and warm',
    isEdited: true,
  })
  await app.db
    .updateTable('reviews')
    .set({ created_at: new Date(Date.now() - 16 * 60_000) })
    .where('id', '=', id)
    .execute()
  expect(codeOf(await edit(mia, 'Too late'))).toBe('review_not_editable')
  expect((await list(app, tom.id)).reviews).toMatchObject([{ text: 'Slow and warm' }])
  expect((await remove(mia)).statusCode).toBe(200)
  expect(await list(app, tom.id)).toMatchObject({ reviews: [], totalReviews: 0 })
})

test('a review that the artist has answered is not changed any more, but deleted', async () => {
  const app = await sharedApp()
  const [tom, mia] = [await createUser(app, { role: 'artist' }), await createUser(app)]
  await write(app, tom.id, 'Slow', mia)
  const id = (await list(app, tom.id)).reviews[0]?.id ?? ''
  await app.call(`POST /api/proxy/reviews/${id}/answer`, {
    as: tom,
    send: { answer: 'Thank you' },
  })
  const edited = await app.call(`PATCH /api/proxy/reviews/${id}`, {
    as: mia,
    send: { review: 'Rude' },
  })
  expect(codeOf(edited)).toBe('review_has_answer')
  expect((await list(app, tom.id)).reviews).toMatchObject([
    { text: 'Slow', isEdited: false, answer: { text: 'Thank you' } },
  ])
  const deleted = await app.call(`DELETE /api/proxy/reviews/${id}`, { as: mia })
  expect([deleted.statusCode, (await list(app, tom.id)).totalReviews]).toEqual([200, 0])
})

test('the artist answers a review once; another artist cannot', async () => {
  const app = await sharedApp()
  const [tom, ann, mia] = [
    await createUser(app, { role: 'artist' }),
    await createUser(app, { role: 'artist' }),
    await createUser(app),
  ]
  await write(app, tom.id, 'Lovely', mia)
  const id = (await list(app, tom.id)).reviews[0]?.id ?? ''
  const answer = (as: TestUser, text: string) =>
    app.call(`POST /api/proxy/reviews/${id}/answer`, { as, send: { answer: text } })
  expect(codeOf(await answer(mia, 'Me'))).toBe('not_allowed')
  expect(codeOf(await answer(ann, 'Me'))).toBe('not_found')
  expect(codeOf(await answer(tom, ' '))).toBe('invalid_input')
  expect((await answer(tom, 'Thank you')).json()).toMatchObject({ answer: { text: 'Thank you' } })
  expect(codeOf(await answer(tom, 'Again'))).toBe('review_answered')
  expect((await list(app, tom.id)).reviews).toMatchObject([{ answer: { text: 'Thank you' } }])
})

test('a review by a customer who bought a track of the artist is marked; a deleted author stays anonymous', async () => {
  const app = await sharedApp()
  const artist = await createArtistWithPayouts(app)
  const [mia, sam] = [await createUser(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id })
  await paidCart(app, mia, [track.id])
  for (const as of [mia, sam]) await write(app, artist.id, 'Lovely', as)
  const marks = async () =>
    (await list(app, artist.id)).reviews.map(({ user, isVerifiedBuyer }) => [
      user?.username,
      isVerifiedBuyer,
    ])
  expect(await marks()).toEqual([
    [sam.username, false],
    [mia.username, true],
  ])
  await app.db.deleteFrom('users').where('id', '=', sam.id).execute()
  expect(await marks()).toEqual([
    [undefined, false],
    [mia.username, true],
  ])
})

test('a user over the limit is refused; refused reviews do not count', async () => {
  const app = await sharedApp()
  const [tom, mia] = [await createUser(app, { role: 'artist' }), await createUser(app)]
  for (let count = 0; count < 7; count++) await write(app, randomUUID(), 'Nobody', mia)
  const codes = []
  for (let count = 0; count < 6; count++)
    codes.push(codeOf(await write(app, tom.id, 'Lovely', mia)))
  expect(codes).toEqual([...Array<undefined>(5).fill(undefined), 'too_many_reviews'])
  await forgetAttempts(app)
  expect(codeOf(await write(app, tom.id, 'Lovely', mia))).toBeUndefined()
  expect((await list(app, tom.id)).totalReviews).toBe(6)
})

/** Like the page of an artist: for everyone the same, made from the artist's profile. */
const renderArtist: RenderPage = async (request, { send }) => {
  const id = new URL(request.url).pathname.replace('/artist/', '')
  const { status, body } = await send({ path: `/public/users/${id}`, method: 'GET', headers: {} })
  return { status, headers: [], body: JSON.stringify(body) }
}

test('the cached page of the artist shows a review once it is written, changed, answered or deleted (API-06, PAG-03, PAG-04, REV-13)', async () => {
  await using app = await createTestApp({
    pageCache: openPageCache(),
    loadRender: async () => renderArtist,
  })
  const [tom, mia] = [await createUser(app, { role: 'artist' }), await createUser(app)]
  const page = async () => {
    await app.eventsArrived()
    const { headers, json } = await app.call(`GET /artist/${tom.id}`)
    const { reviews } = json<{ reviews: Review[] }>()
    return [headers['x-cache'], ...reviews.map(({ text, answer }) => [text, answer?.text])]
  }
  expect(await page()).toEqual(['render'])
  expect(await page()).toEqual(['cache'])
  await write(app, tom.id, 'Lovely', mia)
  expect(await page()).toEqual(['render', ['Lovely', undefined]])
  const path = `/api/proxy/reviews/${(await list(app, tom.id)).reviews[0]?.id}`
  await app.call(`PATCH ${path}`, { as: mia, send: { review: 'Lovelier' } })
  expect(await page()).toEqual(['render', ['Lovelier', undefined]])
  await app.call(`POST ${path}/answer`, { as: tom, send: { answer: 'Thank you' } })
  expect(await page()).toEqual(['render', ['Lovelier', 'Thank you']])
  await app.call(`DELETE ${path}`, { as: mia })
  expect(await page()).toEqual(['render'])
  expect(await page()).toEqual(['cache'])
})
