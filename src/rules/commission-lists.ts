// The lists of commissions: which parts they have, and which addresses.

import { ownedStatuses, type CommissionStatus } from './commission-process.ts'

/** The parts of the own list. */
export const commissionListStatuses = {
  open: ['pending_artist', 'requested', 'accepted', 'in_progress', 'delivered'],
  done: [...ownedStatuses],
  ended: ['cancelled', 'rejected_by_artist'],
} as const satisfies Record<string, readonly CommissionStatus[]>
export type CommissionListState = keyof typeof commissionListStatuses

/** The keys of the table above. */
export const commissionListStates = Object.keys(commissionListStatuses) as CommissionListState[]

export const lastCommissionPage = 10_000
