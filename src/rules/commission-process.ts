// The life of a commission as one table: who takes which step, from where to where, and when. Permissions, buttons,
// responses, deadlines and tests are made from it.

import type { Deadlines, DeadlineName } from './commission-deadlines.ts'
import { defineProcess, type Actor, type StatusOf, type Step, type StepOf } from './process.ts'
import type { RefusalCode } from './errors/refusal.ts'

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
type When = 'beforeDeadline' | 'fromDeadline' | 'whileOverdue' | 'heldTooLong' | 'always'

/** What else must hold. */
type Condition =
  | 'revisionsLeft'
  | 'noRevisionsLeft'
  | 'disputeOpen'
  | 'noDisputeOpen'
  | 'disputeUnanswered'
  | 'disputeOpenOrFrozen'
  | 'delivered'
  | 'nothingPrepared'

type Rule = {
  when: When
  /** Nobody but an admin and the card provider acts on a frozen commission; the system only when money is held too long. */
  whileFrozen?: true
  needs?: readonly Condition[]
  /** Stored with a cancelled commission. */
  reason?: CommissionReason
}

type CommissionStepRow<Status extends string> = Step<Status> & Rule

const unpaid = ['pending_artist', 'requested'] as const
const paid = ['in_progress', 'delivered'] as const

const steps = {
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
    needs: ['nothingPrepared'],
    reason: 'artist_gave_up',
  },
  cancelOverdue: {
    from: ['in_progress'],
    to: 'cancelled',
    by: ['customer'],
    when: 'whileOverdue',
    needs: ['nothingPrepared'],
    reason: 'delivery_overdue',
  },
  endUnfinished: {
    from: ['in_progress'],
    to: 'cancelled',
    by: ['system'],
    when: 'fromDeadline',
    needs: ['nothingPrepared'],
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
  decideRevision: {
    from: ['delivered'],
    to: 'in_progress',
    by: ['admin'],
    when: 'always',
    whileFrozen: true,
    needs: ['disputeOpenOrFrozen'],
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

export const commissionProcess = defineProcess({
  statuses: [
    'pending_artist',
    'requested',
    'accepted',
    'in_progress',
    'delivered',
    'approved',
    'cron_pending',
    'completed',
    'cancelled',
    'rejected_by_artist',
  ],
  start: 'pending_artist',
  steps,
})

export type CommissionStatus = StatusOf<typeof commissionProcess>
export type CommissionStep = StepOf<typeof commissionProcess>

/** Each step with its rule. */
export const commissionSteps: Record<CommissionStep, CommissionStepRow<CommissionStatus>> = steps

/** Those that a freeze can hold: nothing is paid before, and afterwards the artist's transfers are held instead. */
export const freezableStatuses = ['accepted', 'in_progress', 'delivered'] as const

/** Work that takes one of the artist's places. */
export const openWorkStatuses = ['requested', 'accepted', 'in_progress', 'delivered'] as const

/** Asked for and not paid: bounded for each customer. */
export const unpaidStatuses = unpaid

/** The customer's for ever. */
export const ownedStatuses = ['approved', 'cron_pending', 'completed'] as const

/** The deadline that ends a status, if any. */
export const deadlineOfStatus: Partial<Record<CommissionStatus, DeadlineName>> = {
  pending_artist: 'answerBy',
  requested: 'payBy',
  accepted: 'payBy',
  in_progress: 'endAt',
  delivered: 'approveAt',
}

/** What decides whether a step is possible. */
export type CommissionState = Deadlines & {
  status: CommissionStatus
  isFrozen: boolean
  revisionCount: number
  maxRevisions: number
  hasDelivery: boolean
  /** A recording has arrived, and its preview is being made. */
  isPreparing: boolean
  /** Null without an open dispute. */
  dispute: { isAnswered: boolean } | null
}

/**
 * Why the step is not possible now; null if it is. A step at the exact moment of a deadline is too late.
 * @param actor what the caller is to this commission
 */
export function refusalOfStep(
  commission: CommissionState,
  { step, actor, now }: { step: CommissionStep; actor: Actor; now: Date },
): RefusalCode | null {
  const rule = commissionSteps[step]
  if (!rule.by.includes(actor)) return 'not_allowed'
  if (!rule.from.includes(commission.status)) return 'commission_moved'
  if (commission.isFrozen && !rule.whileFrozen) return 'commission_frozen'
  const conditions = rule.needs ?? []
  return (
    refusalOfTime(commission, rule.when, now) ??
    conditions.map((condition) => refusalOfCondition(commission, condition)).find(Boolean) ??
    null
  )
}

function refusalOfTime(commission: CommissionState, when: When, now: Date): RefusalCode | null {
  const name = deadlineOfStatus[commission.status]
  const deadline = name ? commission[name] : null
  const isPast = deadline !== null && now >= deadline
  const hasCome = (moment: Date | null) => moment !== null && now >= moment
  switch (when) {
    case 'always':
      return null
    case 'beforeDeadline':
      return isPast ? 'commission_too_late' : null
    case 'fromDeadline':
      return isPast ? null : 'commission_too_early'
    case 'whileOverdue':
      if (isPast) return 'commission_too_late'
      return hasCome(commission.overdueAt) ? null : 'commission_not_overdue'
    case 'heldTooLong':
      return hasCome(commission.holdUntil) ? null : 'commission_too_early'
  }
}

function refusalOfCondition(
  { revisionCount, maxRevisions, hasDelivery, isPreparing, isFrozen, dispute }: CommissionState,
  condition: Condition,
): RefusalCode | null {
  const isMet: Record<Condition, boolean> = {
    revisionsLeft: revisionCount < maxRevisions,
    noRevisionsLeft: revisionCount >= maxRevisions,
    disputeOpen: dispute !== null,
    noDisputeOpen: dispute === null,
    disputeUnanswered: dispute?.isAnswered === false,
    disputeOpenOrFrozen: dispute !== null || isFrozen,
    delivered: hasDelivery,
    nothingPrepared: !isPreparing,
  }
  return isMet[condition] ? null : refusalOfUnmet[condition]
}

const refusalOfUnmet = {
  revisionsLeft: 'revisions_used_up',
  noRevisionsLeft: 'revisions_left',
  disputeOpen: 'no_dispute',
  noDisputeOpen: 'dispute_open',
  disputeUnanswered: 'dispute_answered',
  disputeOpenOrFrozen: 'nothing_to_decide',
  delivered: 'nothing_delivered',
  nothingPrepared: 'delivery_in_preparation',
} as const satisfies Record<Condition, RefusalCode>

/** What `actor` can do now: the buttons of a page. */
export function possibleSteps(
  commission: CommissionState,
  { actor, now }: { actor: Actor; now: Date },
): CommissionStep[] {
  // Object.keys returns strings; these are the keys of the table above.
  const names = Object.keys(steps) as CommissionStep[]
  return names.filter((step) => refusalOfStep(commission, { step, actor, now }) === null)
}
