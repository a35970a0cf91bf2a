// Which object each request names, and what callers are answered who own it, who do not, and who invent one.

import { z } from 'zod'
import type { Endpoint } from '#contracts/endpoint.ts'
import { mayCall } from '#rules/permissions.ts'
import type { RefusalCode } from '#rules/errors/refusal.ts'
import { isBanned, roleOf, type Caller } from './user-of-each-role.ts'

type Result = 'done' | RefusalCode
type Row = {
  /** The users who have one. */
  owner: 'user' | 'artist' | 'nobody'
  /** What others are answered; `hidden`: exactly what `missing` says. */
  foreign: 'hidden' | 'shownToAdmins' | Result
  missing: Result
  own: Result
  /** What everybody is answered about what a banned user owns; by default the same as for a missing one. */
  ofBanned?: Result
}

const ofUser: Row = { owner: 'user', foreign: 'hidden', missing: 'not_found', own: 'done' }
const ofArtist: Row = { ...ofUser, owner: 'artist' }
const shown: Row = { ...ofArtist, foreign: 'done' }
const filter: Row = { ...shown, missing: 'done' }
/** Who sells or has bought a track sees its cover for ever; an avatar is as long as its address. */
const picture: Row = { ...shown, ofBanned: 'done' }
const ofVisitor: Row = { ...shown, owner: 'nobody' }
const document: Row = { ...ofArtist, missing: 'license_document_not_found' }

/** In the order of the calls by owners: what removes or closes an object comes last. */
export const namedObjects: Record<string, Row> = {
  'getTrack.id': shown,
  'getLicenceInfo.id': shown,
  'streamPreview.id': shown,
  'drawCover.id': picture,
  'drawRasterCover.id': picture,
  'drawSharePicture.id': shown,
  'getArtist.id': shown,
  'showAvatar.id': picture,
  // It follows from the id alone: nobody learns whether there is such a user.
  'drawPortrait.id': { ...picture, missing: 'done' },
  'drawArtistSharePicture.id': shown,
  'streamExample.id': shown,
  'listReviews.artistId': shown,
  'queryTracks.artistId': filter,
  'listTracksOfArtist.artistId': filter,
  'getTracksById.ids': filter,
  'listAllTracks.artist': filter,
  'listAdminActions.subject': filter,
  'listAdminActions.admin': filter,
  'getOwnReviews.trackId': shown,
  'addToCart.trackId': { ...shown, own: 'own_track' },
  'createCartCheckout.items': { ...shown, missing: 'cart_changed', own: 'cart_changed' },
  'removeFromCart.trackId': { ...ofUser, missing: 'done' },
  'rateTrack.trackId': { ...shown, own: 'own_track_rated' },
  'commentOnTrack.trackId': { ...shown, own: 'own_track_rated' },
  'editComment.commentId': ofUser,
  'getFlagRefusal.trackId': shown,
  'flagTrack.trackId': { ...shown, own: 'own_flag' },
  'getReportedWords.subjectId': { ...shown, owner: 'user' },
  'flagWords.subjectId': { ...shown, owner: 'user', own: 'own_words_flag' },
  'followArtist.id': { ...shown, own: 'own_follow' },
  'unfollowArtist.id': filter,
  'addReview.artistId': { ...shown, own: 'own_review' },
  'editReview.reviewId': ofUser,
  'answerReview.reviewId': ofArtist,
  'getCheckout.sessionId': ofUser,
  'listMyTracks.order': { ...ofUser, missing: 'done' },
  'listMyTracks.track': { ...ofUser, missing: 'done' },
  'getReceipt.number': { ...ofUser, foreign: 'shownToAdmins' },
  'getVatInvoice.invoice': { ...ofUser, foreign: 'shownToAdmins', ofBanned: 'done' },
  'downloadVatInvoice.invoice': { ...ofUser, foreign: 'shownToAdmins', ofBanned: 'done' },
  // What was bought is downloaded during a suspension, too.
  'downloadTrack.id': { ...ofUser, ofBanned: 'done' },
  'playOwnedTrack.id': ofUser,
  'requestRendition.id': ofUser,
  'getRefundRequest.id': ofUser,
  'askForRefund.id': ofUser,
  'getRendition.id': ofUser,
  'markNotificationRead.id': ofUser,
  'openLicenceDocument.id': { ...ofArtist, foreign: 'shownToAdmins' },
  'downloadLicenceDocument.id': { ...ofArtist, foreign: 'shownToAdmins' },
  'getUpload.id': ofArtist,
  'streamUploadPreview.id': ofArtist,
  // The file of the request is no recording, which shows last.
  'uploadTrack.licenseDocumentUrl': { ...document, own: 'audio_not_recognised' },
  'sendUploadDetails.licenseDocumentUrl': document,
  'sendUploadDetails.id': ofArtist,
  'getOwnTrack.id': ofArtist,
  'editTrack.licenseDocumentUrl': document,
  'editTrack.id': ofArtist,
  'counterFlag.flagId': ofArtist,
  'getTaxReport.id': { ...ofArtist, foreign: 'shownToAdmins', ofBanned: 'done' },
  'getUser.id': shown,
  'listPapersOfUser.id': filter,
  'getStatement.id': { ...ofArtist, foreign: 'shownToAdmins', ofBanned: 'done' },
  'downloadStatement.id': { ...ofArtist, foreign: 'shownToAdmins', ofBanned: 'done' },
  'holdTransfers.id': shown,
  'releaseTransfers.id': shown,
  'getPayment.id': shown,
  'endMismatch.id': { ...shown, foreign: 'mismatch_ended' },
  'getRefund.id': shown,
  // Of the provider's: the fixtures have none there.
  'getFoundRefund.id': { ...shown, foreign: 'not_found' },
  'assignFoundRefund.id': { ...shown, foreign: 'not_found' },
  'getTransfer.id': shown,
  'retryRefund.id': { ...shown, foreign: 'not_failed' },
  'retryTransfer.id': { ...shown, foreign: 'not_failed' },
  'settleRefund.id': shown,
  'previewRefund.id': shown,
  'refundSale.id': shown,
  'getAdminRefundRequest.id': shown,
  'decideRefundRequest.id': shown,
  'writeOffTransfer.id': { ...shown, foreign: 'still_sendable' },
  'settleTransfer.id': shown,
  'getBankDispute.id': shown,
  'answerBankDispute.id': { ...shown, foreign: 'evidence_refused' },
  'attachEvidenceFile.id': shown,
  'makeEvidenceFiles.id': shown,
  'downloadEvidenceFile.id': shown,
  'removeEvidenceFile.id': shown,
  'getDebt.id': shown,
  'decideDebt.id': shown,
  'assignUnexplained.id': ofVisitor,
  'getReconciledDay.day': shown,
  'getDifference.id': ofVisitor,
  'takeTask.id': { ...ofVisitor, missing: 'task_ended' },
  'handBackTask.id': { ...ofVisitor, missing: 'task_ended' },
  'endDifference.id': ofVisitor,
  'answerMessage.id': ofVisitor,
  'moveMessage.id': ofVisitor,
  // An admin removes texts of others.
  'removeComment.commentId': ofVisitor,
  'removeReview.reviewId': ofVisitor,
  'decideFlag.flagId': shown,
  'setTrackQuality.id': shown,
  'featureTrack.id': shown,
  'endFeaturing.id': shown,
  'takeDownTrack.id': shown,
  'putBackTrack.id': shown,
  'banUser.artistId': { ...shown, owner: 'user', own: 'own_ban' },
  'unbanUser.artistId': { ...shown, owner: 'user' },
  'requestCommission.artist': { ...shown, owner: 'user', own: 'own_commission' },
  'requestCommission.trackId': { ...shown, owner: 'user', own: 'own_commission' },
  'requestCommission.offerId': { ...shown, owner: 'user', own: 'own_commission' },
  // A key is the customer's own: another one's is a new one.
  'requestCommission.requestKey': { ...shown, owner: 'user', own: 'own_commission' },
  'getCommission.id': { ...ofUser, foreign: 'shownToAdmins' },
  'playDeliveryPreview.id': { ...ofUser, foreign: 'shownToAdmins' },
  'playDeliveryPreview.deliveryId': { ...ofUser, foreign: 'shownToAdmins' },
  'playDelivery.id': ofUser,
  'playDelivery.deliveryId': ofUser,
  'playDeliveryGuide.id': ofUser,
  'playDeliveryGuide.deliveryId': ofUser,
  'listCommissionMessages.id': ofUser,
  'listCommissionMessages.before': ofUser,
  'openAttachment.id': ofUser,
  'openAttachment.attachmentId': ofUser,
  'markMessagesRead.id': ofUser,
  'markMessagesRead.upTo': ofUser,
  'sendCommissionMessage.id': ofUser,
  'sendCommissionMessage.requestKey': ofUser,
  'findFinishedCommission.commissionId': ofUser,
  'addNote.id': ofUser,
  'addNote.deliveryId': ofUser,
  'addNote.requestKey': ofUser,
  'changeNote.id': ofUser,
  'changeNote.noteId': ofUser,
  // It is not even accepted.
  'sendDelivery.commissionId': { ...ofArtist, own: 'commission_moved' },
  // The artist has not accepted it yet.
  'payCommission.commissionId': { ...ofUser, own: 'commission_moved' },
  'respondToCommission.commissionId': ofArtist,
  'terminateBeforePayment.commissionId': ofUser,
  'approveAndPayout.commissionId': ofUser,
  'openDispute.commissionId': ofUser,
  // It is delivered.
  'cancelOverdueCommission.id': { ...ofUser, own: 'commission_moved' },
  'endDispute.id': ofUser,
  // It asks for changes after the last revision.
  'confirmCommission.id': { ...ofUser, own: 'revisions_used_up' },
  'confirmCommission.deliveryId': { ...ofUser, own: 'revisions_used_up' },
  'answerDispute.id': ofArtist,
  'previewDecision.id': shown,
  'decideDispute.id': shown,
  'decideCommission.id': shown,
  'readMessagesWithReason.id': shown,
  'freezeCommission.id': shown,
  'unfreezeCommission.id': shown,
  'giveUpCommission.id': ofArtist,
  'deleteComment.commentId': ofUser,
  'deleteReview.reviewId': ofUser,
  'withdrawTrack.id': ofArtist,
  'restoreTrack.id': ofArtist,
  'putOwnOffers.offers': ofArtist,
  'orderExamples.ids': { ...ofArtist, missing: 'examples_changed' },
  'editExample.id': ofArtist,
  'deleteExample.id': ofArtist,
  'dismissUpload.id': ofArtist,
  'endSession.id': ofUser,
}

const variants = new Set(['format', 'size', 'kind'])

/** The fields of a request that name an object: those of the path, ids, and addresses of documents. */
export function namingFields({ path, input }: Pick<Endpoint, 'path' | 'input'>): string[] {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).flatMap(([field, schema]) => {
    const isInPath = path.includes(`{${field}}`) && !variants.has(field)
    const isId = JSON.stringify(schema).includes('"format":"uuid"')
    return isInPath || isId || field === 'ids' || field === 'licenseDocumentUrl' ? [field] : []
  })
}

export type Kind = 'own' | 'foreign' | 'missing'

/** The role comes first, then the ban, then whose the object is. Null if the caller can have none. */
export function expectedResult(
  { by, loginRefusal }: Endpoint,
  { row, caller, kind }: { row: Row; caller: Caller; kind: Kind },
): Result | null {
  const role = roleOf(caller)
  if (kind === 'own' && !canOwn(row, caller)) return null
  if (!mayCall(by, role)) return role === null ? (loginRefusal ?? 'login_required') : 'not_allowed'
  // To the calls that are open to visitors, a banned user is one; what was theirs is hidden.
  if (isBanned(caller) && by !== 'anyone' && row.ofBanned === undefined) return 'banned'
  if (kind === 'missing') return row.missing
  if (kind === 'own') return isBanned(caller) ? (row.ofBanned ?? row.missing) : row.own
  if (row.foreign === 'hidden') return row.missing
  if (row.foreign !== 'shownToAdmins') return row.foreign
  return role === 'admin' ? 'done' : row.missing
}

function canOwn({ owner }: Row, caller: Caller): boolean {
  const role = roleOf(caller)
  return owner === 'user' ? role !== null : owner === role
}

/** True for a call that may neither show nor change anything of another user. */
export function mustBeVoid(row: Row, { result, kind }: { result: Result; kind: Kind }): boolean {
  if (result !== 'done') return true
  return kind === 'missing' || (kind === 'foreign' && row.foreign === 'hidden')
}
