// What a user can have: of each kind one, which other callers must not reach.

import { bankDisputeProcess } from '#rules/payments/bank-dispute-process.ts'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { receiptNumber } from '#rules/orders/receipt-number.ts'
import { avatarKey } from '#server/artists/pictures/avatar-commands.ts'
import { createExample } from '../artists/examples.ts'
import { createOffer } from '../artists/offers.ts'
import { createMessages } from '../commissions/messaging.ts'
import { createDocument } from '../licences/licence-documents.ts'
import { storeEvidenceFile } from '../money/evidence-files.ts'
import {
  askForCommission,
  storeCommission,
  storeDelivery,
  storeDispute,
} from '../commissions/stored-commission.ts'
import { storeNote } from '../commissions/notes.ts'
import { createNotification } from '../notifications/notifications.ts'
import { createRefundRequest, createSale } from '../money/stored-sales.ts'
import { storeVatInvoice } from '../sales/vat-invoices.ts'
import { storeCopy, storeFigures } from '../platform-report/stored-figures.ts'
import { paidCart } from '../shopping.ts'
import { createStatement } from '../statements/stored-statement.ts'
import { createTrack, createUser, type TestApp, type TestUser } from '../test-app.ts'
import { createPreparedUpload, createRefusedUpload } from '../uploading.ts'
import { createUpheldFlag } from './upheld-flag.ts'

type Track = { id: string; title: string }

/** A paid order of `sold` and an invoice, a cart with `carted`, a session, and what the user has written and been told. */
export async function createObjectsOfUser(
  app: TestApp,
  user: TestUser,
  { seller, sold, carted }: { seller: TestUser; sold: Track; carted: Track },
) {
  const { sessionId, orderId } = await paidCart(app, user, [sold.id])
  const { serial } = await app.db
    .selectFrom('receipts')
    .select('serial')
    .where('customer_id', '=', user.id)
    .executeTakeFirstOrThrow()
  await app.call('POST /api/proxy/auth/cart/add', { as: user, send: { trackId: carted.id } })
  const commented = await app.call(`POST /api/proxy/tracks/comment/${sold.id}`, {
    as: user,
    // The name tells whose text a response shows.
    send: { comment: `Lovely, says ${user.username}` },
  })
  return {
    sold,
    unsold: carted,
    sessionId,
    orderId,
    number: receiptNumber(serial),
    vatInvoice: await storeVatInvoice(app, user, { orderId }),
    commentId: commented.json<{ id: string }>().id,
    reviewId: await writeReview(app, user, seller),
    notificationId: await createNotification(app, user),
    loginId: await createSession(app, user),
    commissionId: await askForCommission(app, { customer: user, artist: seller }),
    ...(await createDelivered(app, { customer: user, artist: seller })),
    delivered: await createOwnedDelivery(app, { customer: user, artist: seller }),
  }
}

/** Uploads, a licence's document, an example, an offer, a statement, and a track that was taken down. */
export async function createObjectsOfArtist(
  app: TestApp,
  artist: TestUser,
  { reporter }: { reporter: TestUser },
) {
  return {
    uploadId: await createRefusedUpload(app, artist),
    preparedId: await createPreparedUpload(app, artist),
    documentId: await createDocument(app, artist),
    avatarId: await storeAvatar(app),
    exampleId: await createExample(app, artist.id),
    offerId: await createOffer(app, artist, { title: `By ${artist.username}`, fits: 'any' }),
    flagId: await createUpheldFlag(app, { artistId: artist.id, reporter }),
    askedId: await askForCommission(app, { customer: reporter, artist }),
    ...(await createOwedMoney(app, { customer: reporter, artist })),
    taxReportId: await storeReport(app, artist),
    saleId: await createSale(app, { customer: reporter, artist }),
    requestId: await createRefundRequest(app, { customer: reporter, artist }),
    statementId: await createStatement(app, artist),
    ...(await createWork(app, { customer: reporter, artist })),
  }
}

/** What the tax authority was told of the artist, who has a copy of it. */
async function storeReport(app: TestApp, { id: artistId }: TestUser): Promise<string> {
  await storeFigures(app, { artistId, year: 2024 })
  return storeCopy(app, { artistId, year: 2024 })
}

type Parties = { customer: TestUser; artist: TestUser }

/** A refund and a transfer of a payment, neither of which was ever tried, and a bank's inquiry about it, with a file. */
async function createOwedMoney(
  app: TestApp,
  { customer, artist }: Parties,
): Promise<{
  paymentId: string
  refundId: string
  transferId: string
  debtId: string
  bankDisputeId: string
  evidenceFileId: string
}> {
  const [paymentId, refundId, transferId] = [randomUUID(), randomUUID(), randomUUID()]
  const [bankDisputeId, debtId] = [randomUUID(), randomUUID()]
  const { db } = app
  const now = app.clock.now()
  // Sells nothing, so that no transfer pays the debt.
  const debtor = await createUser(app)
  await db
    .insertInto('payments')
    .values({
      id: paymentId,
      subject_kind: 'order',
      subject_id: randomUUID(),
      customer_id: customer.id,
      amount_pence: 970,
      transferred_pence: 500,
      refunded_pence: 420,
      status: 'paid',
      expires_at: now,
      paid_at: now,
    })
    .execute()
  const of = { payment_id: paymentId, due_at: now }
  await db
    .insertInto('refunds')
    .values({ id: refundId, ...of, amount_pence: 420, cause: 'paid_twice' })
    .execute()
  await db
    .insertInto('transfers')
    .values({ id: transferId, ...of, amount_pence: 500, artist_id: artist.id, reversed_pence: 70 })
    .execute()
  await db
    .insertInto('bank_disputes')
    .values({
      id: bankDisputeId,
      payment_id: paymentId,
      // The provider does not know it.
      provider_id: `du_${bankDisputeId}`,
      status: bankDisputeProcess.start,
      reason: 'fraudulent',
      amount_pence: 970,
      opened_at: now,
    })
    .execute()
  await db
    .insertInto('reversals')
    .values({
      id: debtId,
      transfer_id: transferId,
      artist_id: debtor.id,
      cause_kind: 'refund',
      cause_id: refundId,
      amount_pence: 70,
      status: 'refused',
      created_at: now,
      due_at: now,
      refused_at: now,
    })
    .execute()
  const evidenceFileId = await storeEvidenceFile(app, bankDisputeId)
  return { paymentId, refundId, transferId, debtId, bankDisputeId, evidenceFileId }
}

/** A delivery that the customer can approve or dispute, with a note. */
async function createDelivered(app: TestApp, parties: Parties) {
  const changes = { name: `Delivered to ${parties.customer.username}`, revision_count: 2 }
  const { id } = await storeCommission(app, { ...parties, status: 'delivered', changes })
  const deliveryId = await storeDelivery(app, id)
  const text = `Softer, says ${parties.customer.username}`
  const noteId = await storeNote(app, { commissionId: id, deliveryId, text })
  return { judgedId: id, deliveryId, noteId }
}

/** A commission to work on, one that is frozen, and one that is disputed. */
async function createWork(app: TestApp, parties: Parties) {
  const status = 'in_progress'
  const freeze = { frozen_at: app.clock.now(), frozen_by: 'admin' } as const
  const changes = { ...freeze, freeze_reason: `Odd, says ${parties.artist.username}` }
  const work = await storeCommission(app, { ...parties, status })
  const frozen = await storeCommission(app, { ...parties, status, changes })
  const disputed = await storeCommission(app, { ...parties, status: 'delivered' })
  await storeDelivery(app, disputed.id)
  return {
    workId: work.id,
    frozenId: frozen.id,
    disputedId: disputed.id,
    disputeId: await storeDispute(app, disputed.id),
  }
}

/** An approved commission, whose files are stored, with a sung guide and messages. */
async function createOwnedDelivery(
  app: TestApp,
  parties: Parties,
): Promise<{ id: string; deliveryId: string; messageId: string; attachmentId: string }> {
  const { id } = await storeCommission(app, { ...parties, status: 'completed' })
  const deliveryId = await storeDelivery(app, id)
  const files = await storeDeliveryFiles(app, deliveryId)
  await app.db
    .updateTable('commission_deliveries')
    .set({ ...files, guide_name: 'sung.wav', guide_container: 'wav' })
    .where('id', '=', deliveryId)
    .execute()
  await app.db
    .insertInto('commission_entitlements')
    .values({ commission_id: id, granted_at: app.clock.now() })
    .execute()
  return { id, deliveryId, ...(await createMessages(app, parties, id)) }
}

async function storeDeliveryFiles(app: TestApp, deliveryId: string) {
  const [recording, guide] = [`originals/${deliveryId}`, `originals/${randomUUID()}`]
  for (const key of [recording, guide, `previews/${deliveryId}.mp3`])
    await app.storage.put(key, Readable.from([Buffer.alloc(1000)]), {
      maxBytes: 1000,
      contentType: 'application/octet-stream',
    })
  return { storage_key: recording, guide_key: guide, bytes: '1000', guide_bytes: '1000' }
}

/** A commission that is done, after a dispute. */
export async function createDoneCommission(app: TestApp, parties: Parties): Promise<void> {
  const { id } = await storeCommission(app, { ...parties, status: 'completed' })
  await storeDelivery(app, id)
  const resolvedAt = app.clock.now()
  const outcome = { status: 'resolved', outcome: 'approved', resolved_at: resolvedAt } as const
  await storeDispute(app, id, {
    ...outcome,
    description: `Too fast, says ${parties.customer.username}`,
    answer: `As you asked, says ${parties.artist.username}`,
    answered_at: resolvedAt,
  })
}

/** Two listed tracks and a review, as an artist in the place of the seller has them. */
export async function createSalesOf(app: TestApp, artist: TestUser, reviewer: TestUser) {
  const sold = await createTrack(app.db, { artistId: artist.id, title: 'Wild Rover' })
  const unsold = await createTrack(app.db, { artistId: artist.id, title: 'Black Velvet Band' })
  await storeRecording(app, sold.id)
  return {
    seller: artist,
    sold,
    unsold,
    reviewId: await writeReview(app, reviewer, artist),
  }
}

/** The files of a track that has none. */
export async function storeRecording({ storage }: TestApp, trackId: string): Promise<void> {
  for (const key of [`originals/${trackId}`, `previews/${trackId}.mp3`])
    await storage.put(key, Readable.from([Buffer.alloc(1000)]), {
      maxBytes: 1000,
      contentType: 'application/octet-stream',
    })
}

async function storeAvatar({ storage }: TestApp): Promise<string> {
  const id = randomUUID()
  await storage.put(avatarKey(id, 192), Readable.from([Buffer.alloc(100)]), {
    maxBytes: 100,
    contentType: 'image/webp',
  })
  return id
}

async function writeReview(app: TestApp, as: TestUser, artist: TestUser): Promise<string> {
  const { body } = await app.call(`POST /api/proxy/users/review/${artist.id}`, {
    as,
    send: { review: `Lovely, says ${as.username}` },
  })
  const { id } = await app.db
    .selectFrom('reviews')
    .select('id')
    .where('author_id', '=', as.id)
    .where('artist_id', '=', artist.id)
    .executeTakeFirstOrThrow(() => new Error(`Not reviewed: ${body}`))
  return id
}

/** Of another device. */
async function createSession({ db }: TestApp, { id }: TestUser): Promise<string> {
  const row = { user_id: id, token: randomUUID(), ip_address: null, user_agent: null }
  const session = await db
    .insertInto('sessions')
    .values({ ...row, expires_at: new Date(Date.now() + 86_400_000), updated_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return session.id
}
