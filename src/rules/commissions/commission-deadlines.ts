// The deadlines of a commission, as points in time (UTC): each is stored when the stage begins that it ends.

import { disputePromiseHours, type CommissionSpans } from './commission-spans.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** It is null where the stage has not begun. */
export type Deadlines = {
  /** The artist's answer. */
  answerBy: Date | null
  /** The customer's payment. */
  payBy: Date | null
  /** The delivery, as it was promised. */
  dueAt: Date | null
  /** From then on the customer can cancel a late delivery. */
  overdueAt: Date | null
  /** The system approves the delivery. */
  approveAt: Date | null
  /** The system cancels unfinished work. */
  endAt: Date | null
  /** The system gives the money back, whatever is disputed or frozen. */
  holdUntil: Date | null
}

export type DeadlineName = keyof Deadlines

const after = (moment: Date, ms: number) => new Date(moment.getTime() + ms)
const earlier = (one: Date, other: Date) => (one < other ? one : other)
const later = (one: Date, other: Date) => (one > other ? one : other)

export function answerByOf(requestedAt: Date, { answerDays }: CommissionSpans): Date {
  return after(requestedAt, answerDays * dayMs)
}

export function payByOf(acceptedAt: Date, { payHours }: CommissionSpans): Date {
  return after(acceptedAt, payHours * hourMs)
}

type Delivery = Pick<Deadlines, 'dueAt' | 'overdueAt'> & { dueAt: Date }
type Promise = { deliveryDays: number | null }

function deliveryIn(from: Date, days: number, { overdueDays }: CommissionSpans): Delivery {
  const dueAt = after(from, days * dayMs)
  return { dueAt, overdueAt: after(dueAt, overdueDays * dayMs) }
}

/** @param deliveryDays the artist's promise; null if there is none */
export function deadlinesOfPayment(
  { paidAt, deliveryDays }: Promise & { paidAt: Date },
  spans: CommissionSpans,
) {
  return {
    ...deliveryIn(paidAt, deliveryDays ?? spans.usualDeliveryDays, spans),
    approveAt: null,
    endAt: after(paidAt, spans.unfinishedDays * dayMs),
    holdUntil: after(paidAt, spans.longestHeldDay * dayMs),
  }
}

/** The deadlines after a request for changes, or after an extra revision that an admin grants. */
export function deadlinesOfChange(
  change: Promise & { paidAt: Date; changedAt: Date; endAt: Date },
  spans: CommissionSpans,
) {
  const { paidAt, changedAt, endAt, deliveryDays } = change
  const days = Math.min(deliveryDays ?? spans.usualDeliveryDays, spans.longestChangeDays)
  const delivery = deliveryIn(changedAt, days, spans)
  const wanted = later(endAt, after(delivery.dueAt, spans.daysAfterChange * dayMs))
  const latest = later(endAt, after(paidAt, spans.latestEndDay * dayMs))
  return { ...delivery, approveAt: null, endAt: earlier(wanted, latest) }
}

/** A change so late leaves no time for another delivery and its answer: an admin decides. */
export function isLateChange(
  { paidAt, changedAt }: { paidAt: Date; changedAt: Date },
  { lateChangeDay }: CommissionSpans,
): boolean {
  return changedAt >= after(paidAt, lateChangeDay * dayMs)
}

/** @param readyAt when the preview of what was delivered exists: the approval is not due before */
export function approveAtOf(
  { paidAt, deliveredAt, readyAt }: { paidAt: Date; deliveredAt: Date; readyAt: Date },
  { approvalDays, latestApprovalDay }: CommissionSpans,
): Date {
  const latest = after(paidAt, latestApprovalDay * dayMs)
  const wanted = approvalDays === 0 ? latest : after(deliveredAt, approvalDays * dayMs)
  return later(earlier(wanted, latest), readyAt)
}

type Frozen = {
  paidAt: Date
  frozenAt: Date
  thawedAt: Date
  deadlines: Pick<Deadlines, 'dueAt' | 'overdueAt' | 'approveAt' | 'endAt' | 'holdUntil'>
}

/**
 * A freeze moves every deadline by its length, but not the day on which held money goes back, and no approval into the past.
 * What was paid during the freeze has stood still since then.
 */
export function deadlinesOfThaw(
  { paidAt, frozenAt, thawedAt, deadlines }: Frozen,
  { latestApprovalDay }: CommissionSpans,
) {
  const frozenMs = thawedAt.getTime() - later(frozenAt, paidAt).getTime()
  const moved = (moment: Date | null, latest: Date | null) => {
    if (moment === null) return null
    const to = after(moment, frozenMs)
    return latest === null ? to : earlier(to, latest)
  }
  const { dueAt, overdueAt, approveAt, endAt, holdUntil } = deadlines
  const approval = moved(approveAt, after(paidAt, latestApprovalDay * dayMs))
  return {
    dueAt: moved(dueAt, null),
    overdueAt: moved(overdueAt, null),
    approveAt: approval && later(approval, thawedAt),
    endAt: moved(endAt, holdUntil),
  }
}

type Disputed = { paidAt: Date; openedAt: Date; endedAt: Date; approveAt: Date }

/** A dispute that its customer ends moves the approval by its length, but not into the past. */
export function approveAtAfterDispute(
  { paidAt, openedAt, endedAt, approveAt }: Disputed,
  { latestApprovalDay }: CommissionSpans,
): Date {
  const disputedMs = endedAt.getTime() - openedAt.getTime()
  const latest = after(paidAt, latestApprovalDay * dayMs)
  return later(earlier(after(approveAt, disputedMs), latest), endedAt)
}

/** The artist's answer to a dispute. */
export function disputeAnswerByOf(openedAt: Date, { disputeAnswerHours }: CommissionSpans): Date {
  return after(openedAt, disputeAnswerHours * hourMs)
}

/** The team's decision, as it was promised. */
export function disputeDecideByOf(openedAt: Date): Date {
  return after(openedAt, disputePromiseHours.to * hourMs)
}
