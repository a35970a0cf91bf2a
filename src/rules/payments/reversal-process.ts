// The life of a reversal: what an artist earned, taken back from their account at the card provider. What that refuses is the
// artist's debt, which new transfers pay.

import { defineProcess, type StatusOf } from '../process.ts'

export const reversalProcess = defineProcess({
  statuses: ['waiting', 'sent', 'refused', 'netted', 'written_off', 'repaid'],
  start: 'waiting',
  steps: {
    send: { from: ['waiting'], to: 'sent', by: ['system'] },
    // It was made after all: the answer was lost, and the row has moved on meanwhile.
    adopt: { from: ['refused'], to: 'sent', by: ['provider'] },
    retry: { from: ['waiting'], to: 'waiting', by: ['system'] },
    // The account has too little, or is closed; or nothing of it was ever sent. From then on it is a debt.
    refuse: { from: ['waiting'], to: 'refused', by: ['provider', 'system'] },
    // A transfer has paid all of it: its own one before that was sent, or new ones.
    net: { from: ['waiting', 'refused'], to: 'netted', by: ['system'] },
    // The platform bears what is left.
    writeOff: { from: ['refused'], to: 'written_off', by: ['admin'] },
    // The artist has paid what is left to the operator's bank account.
    repay: { from: ['refused'], to: 'repaid', by: ['admin'] },
  },
})
export type ReversalStatus = StatusOf<typeof reversalProcess>

/** A part of it may be netted. */
export const debtStatus = 'refused' satisfies ReversalStatus

/** The artist owes it still. */
export const openReversalStatuses = ['waiting', debtStatus] as const satisfies ReversalStatus[]

/**
 * Why a share of an artist goes back: a refund of ours, a dispute of the customer's bank, or somebody has taken it back at the
 * card provider.
 */
export const reversalCauses = ['refund', 'dispute', 'provider'] as const
export type ReversalCause = (typeof reversalCauses)[number]

/** So many of them an artist reads: first those that are open. */
export const maxShownReversals = 100

/** One that is found made at the provider is recorded in these. */
export const unmadeReversalStatuses: readonly ReversalStatus[] = [
  ...reversalProcess.steps.send.from,
  ...reversalProcess.steps.adopt.from,
]
