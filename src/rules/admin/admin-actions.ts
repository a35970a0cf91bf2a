// The actions of admins: the kind of thing that each is done to, and its name in the log. A report may also be about other
// things than a track. Every action is logged with up to two texts: the reason, which the people concerned are told, and a
// note, which only admins ever read. An action of which nobody is told has a note alone.

export const adminActions = {
  ban_user: { subject: 'user', label: 'Banned' },
  unban_user: { subject: 'user', label: 'Unbanned' },
  hold_transfers: { subject: 'user', label: 'Held transfers' },
  release_transfers: { subject: 'user', label: 'Released transfers' },
  give_back: { subject: 'user', label: 'Gave money back' },
  assign_refund: { subject: 'user', label: 'Assigned a refund' },
  decline_refund: { subject: 'user', label: 'Declined a refund' },
  retry_refund: { subject: 'user', label: 'Retried a refund' },
  retry_transfer: { subject: 'user', label: 'Retried a transfer' },
  settle_refund: { subject: 'user', label: 'Settled a refund' },
  settle_transfer: { subject: 'user', label: 'Settled a transfer' },
  write_off_transfer: { subject: 'user', label: 'Wrote off a transfer' },
  end_mismatch: { subject: 'user', label: 'Dealt with a payment that did not match' },
  pay_out: { subject: 'payout', label: 'Paid out' },
  record_vat_payment: { subject: 'vat_payment', label: 'Recorded a payment of VAT' },
  decide_debt: { subject: 'user', label: 'Decided about a debt' },
  assign_unexplained: { subject: 'movement', label: 'Assigned a movement' },
  answer_bank_dispute: { subject: 'bank_dispute', label: 'Sent evidence to a bank' },
  attach_evidence: { subject: 'bank_dispute', label: 'Attached a file to evidence' },
  remove_evidence: { subject: 'bank_dispute', label: 'Removed a file from evidence' },
  take_difference: { subject: 'difference', label: 'Took care of a difference' },
  take_task: { subject: 'user', label: 'Took care of a task' },
  hand_back_task: { subject: 'user', label: 'Handed a task back' },
  explain_difference: { subject: 'difference', label: 'Explained a difference' },
  mend_difference: { subject: 'difference', label: 'Marked a difference as mended' },
  download_platform_report: { subject: 'user', label: 'Downloaded a platform report' },
  take_down_track: { subject: 'track', label: 'Took down' },
  put_back_track: { subject: 'track', label: 'Put back' },
  validate_track: { subject: 'track', label: 'Approved the quality' },
  invalidate_track: { subject: 'track', label: 'Removed the approval' },
  feature_track: { subject: 'track', label: 'Featured' },
  end_featuring: { subject: 'track', label: 'Ended the featuring' },
  review_flag: { subject: 'track', label: 'Began to review a report' },
  uphold_flag: { subject: 'track', label: 'Upheld a report' },
  reject_flag: { subject: 'track', label: 'Rejected a report' },
  confirm_flag: { subject: 'track', label: 'Rejected a counter-notice' },
  reinstate_flag: { subject: 'track', label: 'Accepted a counter-notice' },
  remove_comment: { subject: 'comment', label: 'Removed a comment' },
  remove_review: { subject: 'review', label: 'Removed a review' },
  answer_message: { subject: 'message', label: 'Answered' },
  close_message: { subject: 'message', label: 'Closed' },
  reopen_message: { subject: 'message', label: 'Reopened' },
  decide_commission: { subject: 'commission', label: 'Decided a commission' },
  freeze_commission: { subject: 'commission', label: 'Froze a commission' },
  unfreeze_commission: { subject: 'commission', label: 'Unfroze a commission' },
  play_delivery: { subject: 'commission', label: 'Played a delivery' },
  read_messages: { subject: 'commission', label: 'Read messages of a commission' },
} as const

export type AdminAction = keyof typeof adminActions
export type SubjectKind = (typeof adminActions)[AdminAction]['subject']

// The keys of the table.
export const actionNames = Object.keys(adminActions) as [AdminAction, ...AdminAction[]]
export const subjectKinds = [
  'user',
  'track',
  'message',
  'comment',
  'review',
  'commission',
  'movement',
  'payout',
  'vat_payment',
  'bank_dispute',
  'difference',
] as const satisfies SubjectKind[]

/** The note of a ban whose request states no reason, as the first version of that call had none. */
export const unstatedReason = 'No reason was stated.'

/** The note of an answer to a message, which is stored with the message. */
export const answerNote = 'Answered by email.'

/** The notes of an admin who takes care of a task, and who hands it back. */
export const takenNote = (task: string): string => `Takes care of ${task}.`
export const handedBackNote = (task: string): string => `Hands back ${task}.`

/** The notes of an admin who changes the files of evidence. */
export const attachedNote = (name: string): string => `Attached ${name}.`
export const removedNote = (name: string): string => `Removed ${name}.`

/** The note of an admin's listening to what an artist has delivered. */
export const playedNote = 'Played the whole recording.'

/** The note of an admin's reading of a room that is disputed or frozen; without that an admin states a reason. */
export const readNote = 'Read the room.'

/** Of the file of a whole year or of a quarter, of which an admin needs to give no reason: the law asks for it. */
export const reportNote = (name: string): string => `Saved ${name}.`

/** In characters. */
export const maxReasonLength = 500
export const maxNoteLength = 1000
