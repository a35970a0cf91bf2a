// What an admin can do, each with the kind of thing that it is done to; a report may also be about other things than a
// track. Every action is logged with up to two texts: the reason, which the people concerned are told, and a note, which
// only admins ever read. An action of which nobody is told has a note alone.

export const adminActions = {
  ban_user: 'user',
  unban_user: 'user',
  hold_transfers: 'user',
  release_transfers: 'user',
  settle_refund: 'user',
  settle_transfer: 'user',
  take_down_track: 'track',
  put_back_track: 'track',
  validate_track: 'track',
  invalidate_track: 'track',
  feature_track: 'track',
  end_featuring: 'track',
  review_flag: 'track',
  uphold_flag: 'track',
  reject_flag: 'track',
  confirm_flag: 'track',
  reinstate_flag: 'track',
  remove_comment: 'comment',
  remove_review: 'review',
  answer_message: 'message',
  close_message: 'message',
  reopen_message: 'message',
  decide_commission: 'commission',
  freeze_commission: 'commission',
  unfreeze_commission: 'commission',
  play_delivery: 'commission',
  read_messages: 'commission',
} as const

export type AdminAction = keyof typeof adminActions
export type SubjectKind = (typeof adminActions)[AdminAction]

// The keys and the values of the table.
export const actionNames = Object.keys(adminActions) as [AdminAction, ...AdminAction[]]
export const subjectKinds = [
  'user',
  'track',
  'message',
  'comment',
  'review',
  'commission',
] as const satisfies SubjectKind[]

/** The note of a ban whose request states no reason, as the first version of that call had none. */
export const unstatedReason = 'No reason was stated.'

/** The note of an answer to a message, which is stored with the message. */
export const answerNote = 'Answered by email.'

/** The note of an admin's listening to what an artist has delivered. */
export const playedNote = 'Played the whole recording.'

/** The note of an admin's reading of a room that is disputed or frozen; without that an admin states a reason. */
export const readNote = 'Read the room.'

/** In characters. */
export const longestReason = 500
export const longestNote = 1000
