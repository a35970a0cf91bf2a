// What the room of a commission reads from it.

import type { Commission, CommissionSummary, Delivery } from '#contracts/commissions/commission.ts'
import {
  ownedStatuses,
  type CommissionStatus,
  type CommissionStep,
} from '#rules/commission-process.ts'
import type { CommissionViewer } from '#rules/commission-texts.ts'
import { nextStepOf, type NextStep } from '#rules/commissions/next-step.ts'

const owned: readonly CommissionStatus[] = ownedStatuses

/** Approved or later: the customer's for ever. */
export function isOwned({ status }: Pick<Commission, 'status'>): boolean {
  return owned.includes(status)
}

/** Whether the reader can take the step now. */
export function can({ canDo }: Pick<CommissionSummary, 'canDo'>, step: CommissionStep): boolean {
  return canDo.includes(step)
}

/** What was heard last, or is to be heard now; null before the first delivery is ready. */
export function newestReady({ deliveries }: Pick<Commission, 'deliveries'>): Delivery | null {
  return deliveries.findLast(({ state }) => state === 'ready') ?? null
}

/** Past the promise, and past the days of patience after it. */
function latenessOf({ dueAt, overdueAt, readAt }: CommissionSummary) {
  const isPast = (moment: string | null) => moment !== null && moment <= readAt
  if (isPast(overdueAt)) return 'overdue'
  return isPast(dueAt) ? 'late' : 'none'
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
export function nextOf(commission: CommissionSummary, viewer: CommissionViewer): Next {
  const next = nextStepOf(
    {
      status: commission.status,
      customerName: commission.customer.name,
      artistName: commission.artist.name,
      isFrozen: commission.isFrozen,
      isDisputed: commission.isDisputed,
      isAnswerAwaited: commission.disputeAnswerBy !== null,
      isPreparing: commission.isPreparing,
      hasRevisionLeft: hasRevisionLeft(commission),
      needsPaymentSetup: commission.needsPaymentSetup,
      lateness: latenessOf(commission),
    },
    viewer,
  )
  return { ...next, at: next.deadline === null ? null : momentOf(commission, next.deadline) }
}

/** The day on which held money goes back is nobody's deadline, and is not sent. */
function momentOf(
  commission: CommissionSummary,
  deadline: NonNullable<NextStep['deadline']>,
): string | null {
  return deadline === 'holdUntil' ? null : commission[deadline]
}

/** Whether anything that a page shows of it can still change by itself. */
export function canChange({ status, money }: Pick<Commission, 'status' | 'money'>): boolean {
  if (money.refundPence > 0 && !money.isRefunded) return true
  return status !== 'completed' && status !== 'cancelled' && status !== 'rejected_by_artist'
}
