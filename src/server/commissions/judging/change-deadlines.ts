// The deadlines of another delivery: after a request for changes, and after an extra revision.

import { deadlinesOfChange } from '#rules/commissions/commission-deadlines.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { CommissionSpans } from '#rules/commissions/commission-spans.ts'
import type { CommissionRow } from '../commission-state.ts'

type DatedCommission = Pick<CommissionRow, 'id' | 'paid_at' | 'end_at' | 'delivery_days'>

/** As columns. */
export function changeDeadlines(
  commission: DatedCommission,
  changedAt: Date,
  spans: CommissionSpans,
) {
  const { end_at: endAt, delivery_days: deliveryDays } = commission
  const change = { paidAt: paidAtOf(commission), changedAt, deliveryDays }
  if (endAt === null) throw new Error(`Commission ${commission.id} is paid, but has no end.`)
  const deadlines = deadlinesOfChange({ ...change, endAt }, spans)
  return {
    due_at: deadlines.dueAt,
    overdue_at: deadlines.overdueAt,
    approve_at: deadlines.approveAt,
    end_at: deadlines.endAt,
  }
}

/** @throws Refusal commission_too_late if the money goes back before another delivery could come */
export function deadlinesOfRevision(
  commission: DatedCommission,
  now: Date,
  spans: CommissionSpans,
) {
  const deadlines = changeDeadlines(commission, now, spans)
  if (deadlines.end_at <= now) throw new Refusal('commission_too_late')
  return deadlines
}

export function paidAtOf({ id, paid_at: paidAt }: Pick<CommissionRow, 'id' | 'paid_at'>): Date {
  if (paidAt === null) throw new Error(`Commission ${id} was delivered, but not paid.`)
  return paidAt
}
