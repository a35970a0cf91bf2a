// The life of a sale: a track of an order, or a commission that was paid. The money moves with it in the ledger.

import { defineProcess, type StatusOf } from '../process.ts'

export const saleKinds = ['track', 'commission'] as const
export type SaleKind = (typeof saleKinds)[number]

export const saleProcess = defineProcess({
  statuses: ['held', 'owed', 'transferred', 'returned', 'free'],
  // Only a commission is held. A track is owed at once, or free.
  start: 'held',
  steps: {
    release: { from: ['held'], to: 'owed', by: ['customer', 'admin', 'system'] },
    giveBack: { from: ['held'], to: 'returned', by: ['customer', 'artist', 'admin', 'system'] },
    transfer: { from: ['owed'], to: 'transferred', by: ['system'] },
    // All that was left of it goes back to the customer.
    takeBack: { from: ['owed', 'transferred', 'free'], to: 'returned', by: ['admin'] },
  },
})
export type SaleStatus = StatusOf<typeof saleProcess>

/** A track at £0.00: nothing is owed to its artist. */
export const freeStatus = 'free' satisfies SaleStatus

/** Booked as earned. */
export const earnedStatuses = ['owed', 'transferred'] as const satisfies readonly SaleStatus[]

/**
 * What the artist reads of a sale. One that is owed is `owed` until the transfer is sent for the first time, `on_its_way`
 * while its outcome is not known, and `waiting` while something prevents it.
 */
export const saleStates = [
  'held',
  'owed',
  'on_its_way',
  'waiting',
  'transferred',
  'returned',
  'free',
] as const
export type SaleState = (typeof saleStates)[number]

/** The states of sales that are owed. */
export const unsentStates = ['owed', 'on_its_way', 'waiting'] as const
export type UnsentState = (typeof unsentStates)[number]

export function isUnsent(state: SaleState | undefined): state is UnsentState {
  return unsentStates.some((one) => one === state)
}
