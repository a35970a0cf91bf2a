import { expect, test } from 'vitest'
import type { Review } from '#contracts/review-schemas.ts'
import { createArtistWithPayouts, paidCart } from '../../../tests/support/shopping.ts'
import {
  createTestApp,
  createTrack,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../tests/support/test-app.ts'

const write = (app: TestApp, artistId: string, review: string, as: TestUser) =>
  app.call(`POST /api/proxy/users/review/${artistId}`, { as, send: { review } })

test('of the two reviews in a profile no two are by one author, and those of verified buyers come first; lists and totals have every review (REV-08, REV-10, REV-11)', async () => {
  await using app = await createTestApp()
  const artist = await createArtistWithPayouts(app)
  const [mia, sam, lea, gone] = [
    await createUser(app),
    await createUser(app),
    await createUser(app),
    await createUser(app),
  ]
  const track = await createTrack(app.db, { artistId: artist.id })
  // Mia has bought from another artist only.
  const other = await createArtistWithPayouts(app)
  const elsewhere = await createTrack(app.db, { artistId: other.id })
  await paidCart(app, sam, [track.id])
  await paidCart(app, mia, [elsewhere.id])
  const profile = async () => {
    const { reviews, numOfReviews } = (await app.call(`GET /public/users/${artist.id}`)).json<{
      reviews: Review[]
      numOfReviews: number
    }>()
    return [numOfReviews, ...reviews.map(({ text }) => text)]
  }
  await write(app, artist.id, 'sam, earlier', sam)
  await write(app, artist.id, 'sam, later', sam)
  await write(app, artist.id, 'lea', lea)
  for (const bad of ['bad 1', 'bad 2', 'bad 3']) await write(app, artist.id, bad, mia)
  const added = (await write(app, artist.id, 'bad 4', mia)).json<{ numOfReviews: number }>()
  expect(added.numOfReviews).toBe(7)
  expect(await profile()).toEqual([7, 'sam, later', 'bad 4'])
  await app.db.deleteFrom('rate_limits').execute()
  // Deleted accounts may have been one person.
  for (const bad of ['gone 1', 'gone 2']) await write(app, artist.id, bad, gone)
  for (const author of [gone, sam])
    await app.db.deleteFrom('entitlements').where('user_id', '=', author.id).execute()
  await app.db
    .updateTable('reviews')
    .set({ author_id: null })
    .where('author_id', '=', gone.id)
    .execute()
  expect(await profile()).toEqual([9, 'gone 2', 'bad 4'])
  const all = await app.call(`GET /api/proxy/users/review/${artist.id}`)
  const { totalReviews, reviews } = all.json<{ totalReviews: number; reviews: Review[] }>()
  expect([totalReviews, reviews.length]).toEqual([9, 9])
})
