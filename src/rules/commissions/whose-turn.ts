// The facts that decide about the next step of a commission, and about its sentence.

import type { DeadlineName } from './commission-deadlines.ts'
import type { CommissionStatus } from './commission-process.ts'
import type { CommissionViewer } from './commission-texts.ts'
import type { RefundProgress } from './refund-states.ts'
import type { TransferState } from '../payments/transfer-states.ts'

export type Shown = {
  status: CommissionStatus
  customerName: string
  artistName: string
  isFrozen: boolean
  /** An open dispute: within the time that was promised for its decision, past it, or one whose money goes back before. */
  dispute: 'none' | 'promised' | 'late' | 'ending'
  /** The artist is asked for the own side of a dispute. */
  isAnswerAwaited: boolean
  /** A delivery is being prepared: as usual, or for so long that others may act meanwhile. */
  preparation: 'usual' | 'late' | null
  /** The customer has asked for changes. */
  isRevision: boolean
  /** Whether the customer can still ask for changes. */
  hasRevisionLeft: boolean
  /** The last payment was not received. */
  hasPaymentFailed: boolean
  /** It is null without one, and for the customer, whose business it is not. */
  transfer: TransferState | null
  /** What goes back to the customer: on its way, or to be settled by a person, which the artist does not read. */
  refund: RefundProgress
  /** Whether the promised day is over, and whether the customer can cancel for that. */
  lateness: 'none' | 'late' | 'overdue'
  /** The deadline is over that ends its status: the system takes the step in a moment. */
  isTimeOver: boolean
}

export type NextStep = {
  text: string
  actor: 'customer' | 'artist' | 'admin' | 'nobody'
  deadline: DeadlineName | 'disputeAnswerBy' | 'disputeDecideBy' | null
  /** Something is possible until the deadline, or from it on. */
  word: 'By' | 'From'
}

type Words = { own: string; others: string }

export function acts(
  viewer: CommissionViewer,
  actor: CommissionViewer,
  deadline: NextStep['deadline'],
  { own, others }: Words,
): NextStep {
  return { actor, deadline, word: 'By', text: actor === viewer ? own : others }
}

export function nobodyActs(text: string): NextStep {
  return { actor: 'nobody', deadline: null, word: 'By', text }
}
