// How long a stage takes, in words.

import type { CommissionSpans } from './commission-spans.ts'

/** As days, where there are whole ones. */
export function payTimeText({ payHours }: Pick<CommissionSpans, 'payHours'>): string {
  const [count, unit] = payHours % 24 === 0 ? [payHours / 24, 'day'] : [payHours, 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** When a delivery that nobody answers is approved. */
export function silentApprovalText({
  approvalDays,
  latestApprovalDay,
}: Pick<CommissionSpans, 'approvalDays' | 'latestApprovalDay'>): string {
  return approvalDays === 0
    ? `${latestApprovalDay} days after the payment`
    : `after ${approvalDays} days`
}
