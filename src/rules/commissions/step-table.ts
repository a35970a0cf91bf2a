// The table of a commission's steps: who takes each, from where to where, when, and under which conditions.

import type { Step } from '../process.ts'

/** Why a commission was cancelled, or what its end came from. */
export const commissionReasons = [
  'withdrawn',
  'artist_withdrew',
  'artist_no_response',
  'payment_expired',
  'party_banned',
  'artist_gave_up',
  'delivery_overdue',
  'not_finished',
  'held_too_long',
  'decided',
] as const
export type CommissionReason = (typeof commissionReasons)[number]

/**
 * When a step is possible: before the deadline of the status, from it on, from the moment a delivery is overdue until
 * the deadline, from the day on which held money goes back, or always.
 */
export type When = 'beforeDeadline' | 'fromDeadline' | 'whileOverdue' | 'heldTooLong' | 'always'

/** What else must hold. */
export type Condition =
  | 'revisionsLeft'
  | 'noRevisionsLeft'
  | 'disputeOpen'
  | 'noDisputeOpen'
  | 'disputeUnanswered'
  | 'disputeOpenOrFrozen'
  | 'nobodyBanned'
  | 'delivered'
  | 'nothingPrepared'
  | 'nothingPreparedOrLate'

type Rule = {
  when: When
  /** Nobody but an admin and the card provider acts on a frozen commission; the system only when money is held too long. */
  whileFrozen?: true
  needs?: readonly Condition[]
  /** Stored with a cancelled commission. */
  reason?: CommissionReason
}

export type CommissionStepRow<Status extends string> = Step<Status> & Rule

/** Asked for and not paid. */
export const unpaid = ['pending_artist', 'requested'] as const
const paid = ['in_progress', 'delivered'] as const

export const stepTable = {
  accept: { from: ['pending_artist'], to: 'requested', by: ['artist'], when: 'beforeDeadline' },
  reject: {
    from: ['pending_artist'],
    to: 'rejected_by_artist',
    by: ['artist'],
    when: 'beforeDeadline',
  },
  withdraw: {
    from: unpaid,
    to: 'cancelled',
    by: ['customer'],
    when: 'beforeDeadline',
    reason: 'withdrawn',
  },
  artistWithdraw: {
    from: ['requested'],
    to: 'cancelled',
    by: ['artist'],
    when: 'beforeDeadline',
    reason: 'artist_withdrew',
  },
  lapse: {
    from: ['pending_artist'],
    to: 'cancelled',
    by: ['system'],
    when: 'fromDeadline',
    reason: 'artist_no_response',
  },
  expire: {
    from: ['requested'],
    to: 'cancelled',
    by: ['system'],
    when: 'fromDeadline',
    reason: 'payment_expired',
  },
  banParty: {
    from: unpaid,
    to: 'cancelled',
    by: ['system'],
    when: 'always',
    reason: 'party_banned',
  },
  /** Opens the card provider's page. */
  checkOut: { from: ['requested'], to: 'requested', by: ['customer'], when: 'beforeDeadline' },
  // No deadline and no freeze forbids a step of the card provider.
  /** The checkout is complete, the money not yet confirmed. */
  confirm: {
    from: ['requested'],
    to: 'accepted',
    by: ['provider'],
    when: 'always',
    whileFrozen: true,
  },
  /** The money was not received, in time for another payment. */
  fail: {
    from: ['accepted'],
    to: 'requested',
    by: ['provider'],
    when: 'beforeDeadline',
    whileFrozen: true,
  },
  /** The money was not received, too late for another payment. */
  failLate: {
    from: ['accepted'],
    to: 'cancelled',
    by: ['provider'],
    when: 'fromDeadline',
    whileFrozen: true,
    reason: 'payment_expired',
  },
  /** The money was not received, and a party is banned by now. */
  failBanned: {
    from: ['accepted'],
    to: 'cancelled',
    by: ['provider'],
    when: 'always',
    whileFrozen: true,
    reason: 'party_banned',
  },
  pay: {
    from: ['requested', 'accepted'],
    to: 'in_progress',
    by: ['provider'],
    when: 'always',
    whileFrozen: true,
  },
  /** Sends a recording; `deliver` follows once its preview exists. */
  upload: {
    from: ['in_progress'],
    to: 'in_progress',
    by: ['artist'],
    when: 'beforeDeadline',
    needs: ['nothingPrepared'],
  },
  deliver: { from: ['in_progress'], to: 'delivered', by: ['artist'], when: 'beforeDeadline' },
  requestChanges: {
    from: ['delivered'],
    to: 'in_progress',
    by: ['customer'],
    when: 'beforeDeadline',
    needs: ['revisionsLeft', 'noDisputeOpen'],
  },
  approve: { from: ['delivered'], to: 'approved', by: ['customer'], when: 'always' },
  approveSilently: {
    from: ['delivered'],
    to: 'approved',
    by: ['system'],
    when: 'fromDeadline',
    needs: ['noDisputeOpen'],
  },
  dispute: {
    from: ['delivered'],
    to: 'delivered',
    by: ['customer'],
    when: 'beforeDeadline',
    needs: ['noRevisionsLeft', 'noDisputeOpen'],
  },
  answerDispute: {
    from: ['delivered'],
    to: 'delivered',
    by: ['artist'],
    when: 'always',
    needs: ['disputeOpen', 'disputeUnanswered'],
  },
  endDispute: {
    from: ['delivered'],
    to: 'delivered',
    by: ['customer'],
    when: 'always',
    needs: ['disputeOpen'],
  },
  giveUp: {
    from: ['in_progress'],
    to: 'cancelled',
    by: ['artist'],
    when: 'beforeDeadline',
    needs: ['nothingPreparedOrLate'],
    reason: 'artist_gave_up',
  },
  cancelOverdue: {
    from: ['in_progress'],
    to: 'cancelled',
    by: ['customer'],
    when: 'whileOverdue',
    needs: ['nothingPreparedOrLate'],
    reason: 'delivery_overdue',
  },
  endUnfinished: {
    from: ['in_progress'],
    to: 'cancelled',
    by: ['system'],
    when: 'fromDeadline',
    needs: ['nothingPreparedOrLate'],
    reason: 'not_finished',
  },
  /** For the whole price, or for a part of it. */
  decideApproval: {
    from: paid,
    to: 'approved',
    by: ['admin'],
    when: 'always',
    whileFrozen: true,
    needs: ['disputeOpenOrFrozen', 'delivered'],
  },
  /** A banned party could not deliver, or answer the delivery; the other decisions need neither party any more. */
  decideRevision: {
    from: ['delivered'],
    to: 'in_progress',
    by: ['admin'],
    when: 'always',
    whileFrozen: true,
    needs: ['disputeOpenOrFrozen', 'nobodyBanned'],
  },
  decideRefund: {
    from: paid,
    to: 'cancelled',
    by: ['admin'],
    when: 'always',
    whileFrozen: true,
    needs: ['disputeOpenOrFrozen'],
    reason: 'decided',
  },
  holdTooLong: {
    from: paid,
    to: 'cancelled',
    by: ['system'],
    when: 'heldTooLong',
    whileFrozen: true,
    reason: 'held_too_long',
  },
  /** The transfer is not possible now. */
  postpone: { from: ['approved'], to: 'cron_pending', by: ['system'], when: 'always' },
  complete: { from: ['approved', 'cron_pending'], to: 'completed', by: ['system'], when: 'always' },
} as const satisfies Record<string, CommissionStepRow<string>>
