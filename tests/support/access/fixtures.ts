// Objects of one artist and one customer, which other callers must not reach.

import { Readable } from 'node:stream'
import { createExample } from '../artists/examples.ts'
import { createNotification } from '../notifications/notifications.ts'
import { createDocument } from '../licences/licence-documents.ts'
import { createArtistWithPayouts, checkOut, pay } from '../shopping.ts'
import { createUpheldFlag } from './upheld-flag.ts'
import { createTrack, createUser, type TestApp } from '../test-app.ts'
import { createPreparedUpload, createRefusedUpload } from '../uploading.ts'

/** An artist's tracks, refused upload and prepared upload, and a customer's paid order, cart, comment, review and notification. */
export async function createFixtures(app: TestApp) {
  const seller = await createArtistWithPayouts(app)
  const buyer = await createUser(app)
  const bystander = await createUser(app)
  const sold = await createTrack(app.db, { artistId: seller.id })
  const unsold = await createTrack(app.db, { artistId: seller.id, title: 'Blackbird' })
  for (const key of [`originals/${sold.id}`, `previews/${sold.id}.mp3`])
    await app.storage.put(key, Readable.from([Buffer.alloc(1000)]), {
      maxBytes: 1000,
      contentType: 'application/octet-stream',
    })
  const { url, sessionId } = await checkOut(app, buyer, [sold.id])
  await pay(url)
  const paid = await app.call(`GET /api/checkout/${sessionId}`, { as: buyer })
  if (paid.json().state !== 'paid') throw new Error(`Not paid: ${paid.body}`)
  await app.call('POST /api/proxy/auth/cart/add', { as: buyer, send: { trackId: unsold.id } })
  const uploadId = await createRefusedUpload(app, seller)
  const preparedId = await createPreparedUpload(app, seller)
  const commented = await app.call(`POST /api/proxy/tracks/comment/${sold.id}`, {
    as: buyer,
    send: { comment: 'Lovely' },
  })
  const { id: commentId } = commented.json<{ id: string }>()
  const reviewed = await app.call(`POST /api/proxy/users/review/${seller.id}`, {
    as: buyer,
    send: { review: 'Lovely' },
  })
  const reviewId = reviewed.json<{ reviews: { id: string }[] }>().reviews[0]?.id ?? ''
  const written = await app.call('POST /api/contact', {
    send: { name: 'Mia', email: 'mia@example.com', subject: 'other', message: 'Hello' },
  })
  const { id: messageId } = written.json<{ id: string }>()
  const flagId = await createUpheldFlag(app, { artistId: seller.id, reporterId: buyer.id })
  const notificationId = await createNotification(app, buyer)
  const documentId = await createDocument(app, seller)
  const exampleId = await createExample(app, seller.id)
  await app.call('POST /api/accounts/log-in', {
    send: { email: buyer.email, password: 'sing it to me' },
  })
  const { id: loginId } = await app.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', buyer.id)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  return {
    loginId,
    seller,
    buyer,
    bystander,
    sold,
    unsold,
    sessionId,
    uploadId,
    preparedId,
    commentId,
    reviewId,
    messageId,
    notificationId,
    documentId,
    flagId,
    exampleId,
  }
}
export type Fixtures = Awaited<ReturnType<typeof createFixtures>>
