// The sentences about commissions that the browser says by itself.

import { commissionErrors } from '#rules/errors/commission-errors.ts'
import type { Refused } from '#web/api/result.ts'

export const commissionMessages = {
  requested: 'Commission request created successfully! You’ll be notified when the artist accepts.',
  /** The server has given no reason; or it was not reached. */
  requestRefused: 'Failed to create commission request',
  requestFailed: 'Request failed',
  accepted: 'Commission accepted successfully!',
  acceptFailed: 'Failed to accept commission',
  declined: 'Commission declined successfully!',
  declineFailed: 'Failed to decline commission',
  /** The payment was refused; or the server was not reached. */
  paymentRefused: 'Payment failed',
  paymentFailed: 'Failed to process payment',
  noPaymentUrl: 'No payment URL received',
  cancelQuestion: 'Cancel this commission request? This cannot be undone.',
  cancelled: 'Commission request cancelled.',
  cancelFailed: 'Failed to terminate commission',
  notAudio: commissionErrors.delivery_not_audio.message,
  /** The server does not take the recording; or it could not be sent. */
  uploadRefused: 'Upload failed',
  uploadFailed: 'Failed to upload track',
  uploaded: 'Track uploaded successfully! Customer can now preview and approve.',
  preparing: 'Preparing the preview…',
  approveTitle: 'Approve Track?',
  approveWarning: 'This action cannot be undone.',
  approved: 'Track approved successfully! Payment will be processed shortly.',
  approveFailed: 'Failed to approve commission',
  addFailed:
    'Track approved, but failed to add to your purchased tracks. Please refresh or contact support.',
  takenBackHeading: 'It was given back',
  takenBack: 'You got back all that you paid for this recording, so it is no longer yours.',
  refreshed: 'Your purchased tracks are up to date.',
  refreshFailed: 'Failed to refresh purchased tracks. Please try again.',
  changesTitle: 'Request Changes?',
  changesQuestion: (revision: number, max: number) =>
    `This will be revision ${revision} of ${max}.`,
  changesRequested: (revision: number) =>
    `Changes requested successfully! The artist will work on revision ${revision}.`,
  changesFailed: 'Failed to request changes',
  lastRevision: 'This is your final revision opportunity.',
  noRevisionLeft: 'Maximum revisions reached.',
  disputed:
    'Dispute submitted successfully! Our team will review your case and contact you within 24-48 hours.',
  disputeFailed: 'Failed to submit dispute',
  answered: 'Your answer was sent.',
  answerFailed: 'Failed to send your answer',
  disputeEnded: 'The dispute is ended.',
  endDisputeFailed: 'Failed to end the dispute',
  downloaded: 'Track downloaded successfully!',
  downloadFailed: 'Failed to download track',
  /** The name of a download without one. */
  downloadName: 'custom-track.mp3',
  gaveUp: 'The commission is cancelled, and the customer gets the money back.',
  giveUpFailed: 'Failed to give up the commission',
  overdueCancelled: 'The commission is cancelled. Your money goes back to your card.',
  cancelOverdueFailed: 'Failed to cancel the commission',
  settingsSaved: 'Your settings are saved.',
  frozen: 'The commission is frozen.',
  unfrozen: 'The commission goes on.',
  partySuspended:
    'A party is suspended. Until that is lifted the commission cannot go on, and no revision can be granted.',
  decided: 'The decision is stored.',
} as const

/** What a failed step says: the sentence, and after it the reason, where there is one. */
export function failureText(
  sentence: string,
  { code, message }: Pick<Refused, 'code' | 'message'>,
) {
  return code === 'unknown' ? sentence : `${sentence}. ${message}`
}

/** The same for a form, whose errors at its fields speak for themselves. */
export function withFailure<Failure extends Refused>(refused: Failure, sentence: string): Failure {
  if (refused.issues !== undefined) return refused
  return { ...refused, message: failureText(sentence, refused) }
}
