// How admins read what is stored of commissions.

import type {
  commissionAges,
  commissionMarks,
  DisputeQueue,
} from '#rules/commissions/commission-lists.ts'
import type { CommissionStatus } from '#rules/commissions/commission-process.ts'
import { commissionStatusNames } from '#rules/commissions/commission-texts.ts'

/** Parties read the same word for both states of an approved commission. */
export const adminStatusNames: Record<CommissionStatus, string> = {
  ...commissionStatusNames,
  cron_pending: 'Approved, transfer waiting',
}

export const markNames: Record<(typeof commissionMarks)[number], string> = {
  frozen: 'Frozen',
  disputed: 'Disputed',
  transfer_failed: 'Transfer failed',
  refund_failed: 'Refund failed',
}

export const ageNames: Record<(typeof commissionAges)[number], string> = {
  7: '7 days or more',
  30: '30 days or more',
  60: '60 days or more',
  70: '70 days or more',
}

export const disputeQueueNames: Record<DisputeQueue, string> = {
  open: 'To decide',
  resolved: 'Decided',
}
