// Objects of one artist and one customer, which other callers must not reach.

import { randomUUID } from 'node:crypto'
import { receiptNumber } from '#rules/orders/receipt-number.ts'
import { vatInvoiceNumber } from '#rules/vat/vat-invoices.ts'
import { closedDay, createClosedDay, createDifference } from '../money/stored-differences.ts'
import { createUnexplained } from '../money/unexplained-movement.ts'
import { createArtistWithPayouts } from '../shopping.ts'
import { createTrack, createUser, type TestApp } from '../test-app.ts'
import { createObjectsOfArtist, createObjectsOfUser, storeRecording } from './owned-objects.ts'

/** An artist's tracks, uploads and documents, a customer's order, cart and texts, and a visitor's message. */
export async function createFixtures(app: TestApp) {
  const seller = await createArtistWithPayouts(app)
  const buyer = await createUser(app)
  const bystander = await createUser(app)
  const sold = await createTrack(app.db, { artistId: seller.id })
  const unsold = await createTrack(app.db, { artistId: seller.id, title: 'Blackbird' })
  await storeRecording(app, sold.id)
  const ofBuyer = await createObjectsOfUser(app, buyer, { seller, sold, carted: unsold })
  const ofSeller = await createObjectsOfArtist(app, seller, { reporter: buyer })
  const written = await app.call('POST /api/contact', {
    send: { name: 'Mia', email: 'mia@example.com', subject: 'other', message: 'Hello' },
  })
  const { id: messageId } = written.json<{ id: string }>()
  const movementId = await createUnexplained(app)
  await createClosedDay(app)
  const differenceId = await createDifference(app, { subject: `txn_${randomUUID()}` })
  return {
    seller,
    buyer,
    bystander,
    messageId,
    movementId,
    differenceId,
    closedDay,
    ...ofBuyer,
    ...ofSeller,
  }
}
export type Fixtures = Awaited<ReturnType<typeof createFixtures>>

/** What nobody but the owner and admins may read: neither of these is part of a public page. */
export function privateTexts({ seller, buyer, ...objects }: Fixtures): string[] {
  const { sessionId, orderId, number, vatInvoice, loginId } = objects
  const { notificationId, commissionId } = objects
  const ofOrder = [sessionId, orderId, number, vatInvoice]
  const ofBuyer = [buyer.email, ...ofOrder, loginId, notificationId, commissionId]
  const { uploadId, preparedId, documentId, flagId, messageId } = objects
  const { refundId, transferId, debtId, bankDisputeId, movementId, differenceId } = objects
  const { evidenceFileId, statementId, taxReportId } = objects
  const ofSeller = [
    seller.email,
    uploadId,
    preparedId,
    documentId,
    flagId,
    messageId,
    refundId,
    transferId,
    debtId,
    bankDisputeId,
    evidenceFileId,
    movementId,
    differenceId,
    statementId,
    taxReportId,
  ]
  const { judgedId, deliveryId, noteId, askedId, workId, frozenId, disputedId, disputeId } = objects
  const ofBoth = [judgedId, deliveryId, noteId, askedId, workId, frozenId, disputedId, disputeId]
  return [...ofBuyer, ...ofSeller, ...ofBoth]
}

/** The same, but nothing of it exists. */
export function missingObjects(fixtures: Fixtures): Fixtures {
  const missing = () => ({ id: randomUUID(), title: 'Unwritten' })
  return {
    ...fixtures,
    seller: { ...fixtures.seller, id: randomUUID() },
    bystander: { ...fixtures.bystander, id: randomUUID() },
    sold: missing(),
    unsold: missing(),
    sessionId: `cs_test_${randomUUID().replaceAll('-', '')}`,
    number: receiptNumber(987_654),
    vatInvoice: vatInvoiceNumber('invoice', 987_654),
    orderId: randomUUID(),
    uploadId: randomUUID(),
    preparedId: randomUUID(),
    documentId: randomUUID(),
    avatarId: randomUUID(),
    exampleId: randomUUID(),
    offerId: randomUUID(),
    flagId: randomUUID(),
    messageId: randomUUID(),
    movementId: randomUUID(),
    differenceId: randomUUID(),
    closedDay: '2001-02-03',
    commentId: randomUUID(),
    reviewId: randomUUID(),
    notificationId: randomUUID(),
    loginId: randomUUID(),
    commissionId: randomUUID(),
    judgedId: randomUUID(),
    deliveryId: randomUUID(),
    noteId: randomUUID(),
    askedId: randomUUID(),
    workId: randomUUID(),
    frozenId: randomUUID(),
    disputedId: randomUUID(),
    disputeId: randomUUID(),
    paymentId: randomUUID(),
    refundId: randomUUID(),
    transferId: randomUUID(),
    taxReportId: randomUUID(),
    saleId: randomUUID(),
    requestId: randomUUID(),
    bankDisputeId: randomUUID(),
    evidenceFileId: randomUUID(),
    debtId: randomUUID(),
    statementId: randomUUID(),
    delivered: {
      id: randomUUID(),
      deliveryId: randomUUID(),
      messageId: randomUUID(),
      attachmentId: randomUUID(),
    },
  }
}
