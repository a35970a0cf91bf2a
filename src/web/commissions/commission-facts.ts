// The facts of a commission that its room reads.

import type { Commission, CommissionSummary, Delivery } from '#contracts/commissions/commission.ts'
import {
  deadlineOfStatus,
  freezableStatuses,
  ownedStatuses,
  type CommissionStatus,
  type CommissionStep,
} from '#rules/commissions/commission-process.ts'
import type { CommissionViewer } from '#rules/commissions/commission-texts.ts'
import { nextStepOf } from '#rules/commissions/next-step.ts'
import type { NextStep } from '#rules/commissions/whose-turn.ts'

const owned: readonly CommissionStatus[] = ownedStatuses

/** Approved or later: the customer's, unless all of the money was given back. */
export function isOwned({ status, isGivenBack }: OwnedFacts): boolean {
  return owned.includes(status) && !isGivenBack
}

/** Approved, and all of the money was given back since. */
export function isTakenBack({ status, isGivenBack }: OwnedFacts): boolean {
  return owned.includes(status) && isGivenBack
}

type OwnedFacts = Pick<Commission, 'status' | 'isGivenBack'>

/** Whether the reader can take the step now. */
export function can({ canDo }: Pick<CommissionSummary, 'canDo'>, step: CommissionStep): boolean {
  return canDo.includes(step)
}

const freezable: readonly CommissionStatus[] = freezableStatuses

/** An admin can freeze it. */
export function canFreeze({ isFrozen, status }: Commission): boolean {
  return !isFrozen && freezable.includes(status)
}

/** An admin can let it go on. */
export function canThaw({ isFrozen, isPartyBanned }: Commission): boolean {
  return isFrozen && !isPartyBanned
}

/** What was heard last, or is to be heard now; null before the first delivery is ready. */
export function newestReady({ deliveries }: Pick<Commission, 'deliveries'>): Delivery | null {
  return deliveries.findLast(({ state }) => state === 'ready') ?? null
}

/** By the server's clock. */
function isPast({ readAt }: Pick<CommissionSummary, 'readAt'>, moment: string | null): boolean {
  return moment !== null && moment <= readAt
}

/** Past the promise, and past the days for which the customer waits after it. */
function latenessOf(commission: CommissionSummary) {
  if (isPast(commission, commission.overdueAt)) return 'overdue'
  return isPast(commission, commission.dueAt) ? 'late' : 'none'
}

/** Where the money goes back before the promised decision, only that day counts. */
export function disputeStageOf(
  commission: Pick<CommissionSummary, 'disputeDecideBy' | 'holdUntil' | 'readAt'>,
) {
  const { disputeDecideBy: decideBy, holdUntil } = commission
  if (decideBy === null) return 'none'
  if (isPast(commission, decideBy)) return 'late'
  return holdUntil !== null && holdUntil < decideBy ? 'ending' : 'promised'
}

function isTimeOver(commission: CommissionSummary): boolean {
  const name = deadlineOfStatus[commission.status]
  return name !== undefined && isPast(commission, commission[name])
}

/** Whether the customer can still ask for changes. */
export function hasRevisionLeft({
  revisionCount,
  maxRevisions,
}: Pick<CommissionSummary, 'revisionCount' | 'maxRevisions'>): boolean {
  return revisionCount < maxRevisions
}

type Next = NextStep & { at: string | null }

/** The sentence of what is next, who acts, and by when. */
export function nextStepFor(commission: CommissionSummary, viewer: CommissionViewer): Next {
  const next = nextStepOf(
    {
      status: commission.status,
      customerName: commission.customer.name,
      artistName: commission.artist.name,
      isFrozen: commission.isFrozen,
      dispute: disputeStageOf(commission),
      isAnswerAwaited: commission.disputeAnswerBy !== null,
      preparation: commission.preparation,
      isRevision: commission.revisionCount > 0,
      hasRevisionLeft: hasRevisionLeft(commission),
      hasPaymentFailed: commission.hasPaymentFailed,
      transfer: commission.transferState,
      refund: commission.refund,
      lateness: latenessOf(commission),
      isTimeOver: isTimeOver(commission),
    },
    viewer,
  )
  return { ...next, at: next.deadline === null ? null : commission[next.deadline] }
}

/** Whether anything that a page shows of it can still change by itself. */
export function canChange({ status, money }: Pick<Commission, 'status' | 'money'>): boolean {
  if (money.refundPence > 0 && !money.isRefunded) return true
  return status !== 'completed' && status !== 'cancelled' && status !== 'rejected_by_artist'
}
