// The life of a dispute about a delivery that no revision is left for.

import { defineProcess, type StatusOf } from '../process.ts'

export const disputeProcess = defineProcess({
  statuses: ['open', 'answered', 'resolved'],
  start: 'open',
  steps: {
    answer: { from: ['open'], to: 'answered', by: ['artist'] },
    /** The customer ends it, or approves the delivery. */
    end: { from: ['open', 'answered'], to: 'resolved', by: ['customer'] },
    decide: { from: ['open', 'answered'], to: 'resolved', by: ['admin'] },
    /** The money goes back, because it was held too long. */
    lapse: { from: ['open', 'answered'], to: 'resolved', by: ['system'] },
  },
})
export type DisputeStatus = StatusOf<typeof disputeProcess>

/** What an admin can decide. */
export const disputeDecisions = ['release', 'partial', 'refund', 'extra_revision'] as const
export type DisputeDecision = (typeof disputeDecisions)[number]

export const disputeOutcomes = [...disputeDecisions, 'ended', 'approved', 'held_too_long'] as const
export type DisputeOutcome = (typeof disputeOutcomes)[number]
