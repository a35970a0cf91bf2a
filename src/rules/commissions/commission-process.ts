// The life of a commission, made of the table of its steps. Permissions, buttons, responses, deadlines and tests are made
// from it.

import type { Deadlines, DeadlineName } from './commission-deadlines.ts'
import {
  stepTable,
  unpaid,
  type CommissionStepRow,
  type Condition,
  type When,
} from './step-table.ts'
import { defineProcess, type Actor, type StatusOf, type StepOf } from '../process.ts'

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
  steps: stepTable,
})

export type CommissionStatus = StatusOf<typeof commissionProcess>
export type CommissionStep = StepOf<typeof commissionProcess>

/** Each step with its rule. */
export const commissionSteps: Record<
  CommissionStep,
  CommissionStepRow<CommissionStatus>
> = stepTable

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
  /** A party is banned: the customer or the artist. */
  isPartyBanned: boolean
  revisionCount: number
  maxRevisions: number
  hasDelivery: boolean
  /** A recording has arrived, and its preview is being made: late, if that takes so long that others may act again. */
  preparation: { isLate: boolean } | null
  /** It is null without an open dispute. */
  dispute: { isAnswered: boolean } | null
}

/**
 * Why the step is not possible now; null if it is. A step at the exact moment of a deadline is too late.
 * @param actor what the caller is to this commission
 */
export function refusalOfStep(
  commission: CommissionState,
  { step, actor, now }: { step: CommissionStep; actor: Actor; now: Date },
) {
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

function refusalOfTime(commission: CommissionState, when: When, now: Date) {
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

function refusalOfCondition(commission: CommissionState, condition: Condition) {
  const { revisionCount, maxRevisions, hasDelivery, preparation, dispute } = commission
  const { isFrozen, isPartyBanned } = commission
  const isMet: Record<Condition, boolean> = {
    revisionsLeft: revisionCount < maxRevisions,
    noRevisionsLeft: revisionCount >= maxRevisions,
    disputeOpen: dispute !== null,
    noDisputeOpen: dispute === null,
    disputeUnanswered: dispute?.isAnswered === false,
    disputeOpenOrFrozen: dispute !== null || isFrozen,
    nobodyBanned: !isPartyBanned,
    delivered: hasDelivery,
    nothingPrepared: preparation === null,
    nothingPreparedOrLate: preparation?.isLate ?? true,
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
  nobodyBanned: 'frozen_by_ban',
  delivered: 'nothing_delivered',
  nothingPrepared: 'delivery_in_preparation',
  nothingPreparedOrLate: 'delivery_in_preparation',
} as const satisfies Record<Condition, string>

/** What `actor` can do now: the buttons of a page. */
export function possibleSteps(
  commission: CommissionState,
  { actor, now }: { actor: Actor; now: Date },
): CommissionStep[] {
  // Object.keys returns strings; these are the keys of the table above.
  const names = Object.keys(stepTable) as CommissionStep[]
  return names.filter((step) => refusalOfStep(commission, { step, actor, now }) === null)
}
