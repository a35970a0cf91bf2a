// A request to any endpoint, with the objects of the fixtures.

import { randomUUID } from 'node:crypto'
import { hasBody, type Endpoint } from '#contracts/endpoint.ts'
import { licenceDocumentUrl } from '#rules/licences/licence-documents.ts'
import { picture, sendAvatar } from '../artists/avatars.ts'
import { sendExample } from '../artists/examples.ts'
import { typedOffer } from '../artists/offers.ts'
import { sendDelivery } from '../commissions/delivering.ts'
import { downloadByLink, pdf, sendDocument } from '../licences/licence-documents.ts'
import { attachFile } from '../money/evidence-files.ts'
import type { TestApp, TestUser } from '../test-app.ts'
import { details, upload } from '../uploading.ts'
import type { Fixtures } from './fixtures.ts'
import { idsOfCalls } from './ids-of-calls.ts'
import { leftOf } from './left-of-sale.ts'

type RequestContext = {
  fixtures: Fixtures
  as: TestUser | undefined
  /** The document that proves the licence of a track. */
  documentId?: string | undefined
}

/** With valid input, so that only the caller decides the result. */
export async function validRequest(
  app: TestApp,
  name: string,
  endpoint: Endpoint,
  { fixtures, as, documentId }: RequestContext,
) {
  if (name === 'uploadAvatar') return sendAvatar(app, as, await picture())
  if (name === 'addExample') return sendExample(app, as)
  const licence = documentId === undefined ? {} : licenceOf(documentId)
  if (name === 'uploadTrack')
    return upload(app, { file, fields: { ...details, ...licence }, ...(as ? { as } : {}) })
  if (name === 'sendDelivery')
    return sendDelivery(app, as, { commissionId: fixtures.askedId, file })
  if (name === 'attachEvidenceFile')
    return attachFile(app, as, { disputeId: fixtures.bankDisputeId, bytes: pdf })
  if (name === 'uploadLicenceDocument') return sendDocument(app, as, { bytes: pdf })
  if (name === 'downloadLicenceDocument') return downloadByLink(app, as, fixtures)
  const { sold, unsold, sessionId, commentId, reviewId } = fixtures
  const inPath: Record<string, string> = {
    trackId: unsold.id,
    sessionId,
    number: fixtures.number,
    invoice: fixtures.vatInvoice,
    commentId,
    reviewId,
    flagId: fixtures.flagId,
    artistId: fixtures.seller.id,
    format: 'mp3',
    deliveryId: fixtures.delivered.deliveryId,
    noteId: fixtures.noteId,
    attachmentId: fixtures.delivered.attachmentId,
    size: '192',
    day: fixtures.closedDay,
    kind: 'difference',
    id: idsOfCalls(fixtures)[name] ?? sold.id,
  }
  // The response to GET would not end.
  if (name === 'streamEvents') return app.call('HEAD /api/events', as ? { as } : {})
  const route = endpoint.route.replaceAll(
    /\{(\w+)\}/g,
    (_all, field: string) => inPath[field] ?? '',
  )
  const email = as?.email ?? fixtures.buyer.email
  const leftPence = name === 'refundSale' ? await leftOf(app, fixtures) : 0
  const sent: Record<string, object> = {
    register: {
      email: `${randomUUID()}@example.com`,
      username: `mia ${randomUUID().slice(0, 8)}`,
      password: 'sing it to me',
      role: 'customer',
    },
    logIn: { email, password: 'sing it to me' },
    deleteAccount: { password: 'a wrong guess' },
    logInWithCode: { code: '123456' },
    changePassword: { currentPassword: 'a wrong guess', newPassword: 'another song to sing' },
    changeEmail: { email: `${randomUUID()}@example.com`, password: 'a wrong guess' },
    confirmEmail: { token: 'invented' },
    requestPasswordReset: { email },
    resetPassword: { token: 'invented', password: 'another song to sing' },
    beginTwoFactor: { password: 'a wrong guess' },
    confirmTwoFactor: { code: '123456' },
    endTwoFactor: { password: 'a wrong guess' },
    renewBackupCodes: { password: 'a wrong guess' },
    addToCart: { trackId: unsold.id },
    editTrack: { title: 'Edited', ...licence },
    createCartCheckout: { items: [{ trackId: unsold.id }] },
    sendUploadDetails: { ...details, ...licence },
    flagTrack: { type: 'other', reason: 'Odd' },
    flagWords: {
      kind: 'review',
      subjectId: fixtures.reviewId,
      type: 'abuse',
      reason: `Rude, says ${as?.username}`,
    },
    decideFlag: { step: 'reinstate', reason: 'Seen' },
    counterFlag: { text: 'It is mine' },
    rateTrack: { rating: 5 },
    commentOnTrack: { comment: 'Lovely' },
    editComment: { comment: 'Lovelier' },
    editExample: { description: 'Slower' },
    orderExamples: { ids: [fixtures.exampleId] },
    editProfile: { about: 'I play softly.' },
    addReview: { review: 'Lovely' },
    editReview: { review: 'Lovelier' },
    answerReview: { answer: 'Thank you' },
    holdTransfers: { note: 'A question' },
    askForRefund: { reason: 'wrong_key', words: `It is in C, says ${as?.username}` },
    decideRefundRequest: { decision: 'decline', leftPence, reason: 'It plays here' },
    refundSale: { amount: '0.01', leftPence, reason: 'A click' },
    assignFoundRefund: { division: `${fixtures.saleId}=0.01`, leftPence, reason: 'A click' },
    settleRefund: { reference: 'FPS 17', note: 'The card is closed' },
    settleTransfer: { reference: 'FPS 18', note: 'The account is closed' },
    writeOffTransfer: { reason: 'Your account is closed' },
    releaseTransfers: { note: 'Answered' },
    takeDownTrack: { reason: 'A complaint' },
    putBackTrack: { reason: 'Answered' },
    setTrackQuality: { note: 'It clips', qualityValidated: false },
    removeComment: { reason: 'Insulting' },
    removeReview: { reason: 'Insulting' },
    featureTrack: { note: 'For spring' },
    endFeaturing: { note: 'Summer' },
    payOut: { amount: '5', note: 'The rent', code: '123456' },
    recordVatPayment: { ...vatPayment, amount: '5', note: 'The return', code: '123456' },
    answerBankDispute: {
      customerName: 'Mia',
      customerEmail: 'mia@example.com',
      bought: 'A track',
      servedOn: '',
      accessLog: '',
      refundPolicy: '',
      refundRefusal: 'It was downloaded.',
      messages: '',
      note: 'It was downloaded',
    },
    takeTask: { from: 'another' },
    endMismatch: { outcome: 'given_back', note: 'Refunded in the dashboard' },
    endDifference: { status: 'explained', note: 'As their support says' },
    decideDebt: { decision: 'ask', pence: 70, reason: 'Your sales do not pay it' },
    retryRefund: { why: 'The card was replaced' },
    retryTransfer: { why: 'The account was mended' },
    assignUnexplained: { account: 'account_fees', note: 'As their support says' },
    answerMessage: { answer: 'Yes' },
    moveMessage: { step: 'close', note: 'Done' },
    sendContactMessage: contactMessage,
    // The one who does not appear in another request.
    banUser: { artistId: fixtures.bystander.id },
    unbanUser: { artistId: fixtures.bystander.id },
    requestCommission: {
      artist: fixtures.seller.id,
      name: `A song for ${as?.username}`,
      requirements: 'Slowly',
      trackId: unsold.id,
      offerId: fixtures.offerId,
      // The same press in each of its rows: a customer has few unpaid requests with an artist.
      requestKey: as?.id,
    },
    respondToCommission: { commissionId: fixtures.askedId, action: 'reject' },
    payCommission: { commissionId: fixtures.commissionId },
    terminateBeforePayment: { commissionId: fixtures.commissionId },
    approveAndPayout: { commissionId: fixtures.judgedId },
    openDispute: {
      type: 'commission_dispute',
      commissionId: fixtures.judgedId,
      description: `Another song, says ${as?.username}`,
    },
    confirmCommission: {
      action: 'request_changes',
      revisionFeedback: 'Slower',
      deliveryId: fixtures.deliveryId,
    },
    addNote: {
      deliveryId: fixtures.deliveryId,
      seconds: 12,
      text: `Slower, says ${as?.username}`,
    },
    changeNote: { text: `Much slower, says ${as?.username}` },
    sendCommissionMessage: { text: `Thank you, says ${as?.username}`, requestKey: randomUUID() },
    markMessagesRead: { upTo: fixtures.delivered.messageId },
    readMessagesWithReason: { note: 'A question' },
    giveUpCommission: { reason: 'A sore hand' },
    answerDispute: { answer: 'As it was asked for' },
    decideDispute: { outcome: 'release', reason: 'Heard' },
    decideCommission: { outcome: 'refund', reason: 'Heard' },
    freezeCommission: { reason: 'A question' },
    unfreezeCommission: { reason: 'Answered' },
    putCommissionSettings: {
      commissionPrice: '45.00',
      deliveryDays: 7,
      availableForCommission: false,
      commissionPlaces: 3,
      includedRevisions: 2,
    },
    putOwnOffers: {
      offers: [typedOffer({ id: fixtures.offerId, title: `Anew by ${as?.username}`, fits: 'any' })],
    },
    chooseNotificationEmails: { kind: 'sale', emails: false },
    revalidate: { path: '/', secret: 'the-revalidate-secret' },
  }
  const { id: artist } = fixtures.seller
  const finished = name === 'findFinishedCommission' ? `&commissionId=${fixtures.delivered.id}` : ''
  const reported = name === 'getReportedWords' ? `&kind=review&subjectId=${fixtures.reviewId}` : ''
  const named = `ids=${sold.id}&artistId=${artist}&artist=${artist}&subject=${artist}&order=${fixtures.orderId}&before=${fixtures.delivered.messageId}&receipt=${fixtures.number}&${new URLSearchParams(vatPayment)}`
  return app.call(`${route}?${named}&amount=9999&token=unsigned${finished}${reported}`, {
    ...(as ? { as } : {}),
    ...(hasBody(endpoint.method) ? { send: sent[name] ?? {} } : {}),
  })
}

const vatPayment = { from: '2026-09', until: '2026-10', paidOn: '2026-10-02', reference: 'VAT 17' }

const licenceOf = (documentId: string) => ({
  licenseStatus: 'licensed',
  licensedFrom: 'A publisher',
  licenseDocumentUrl: licenceDocumentUrl(documentId),
})

const contactMessage = {
  name: 'Mia',
  email: 'mia@example.com',
  subject: 'other',
  message: 'Hello',
}

const file = Buffer.from('RIFF')
