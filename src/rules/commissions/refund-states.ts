// The states of a refund as its customer reads them: one that did not arrive is neither on its way as usual, nor sent.

import type { RefundStatus } from '../payments/payment-process.ts'

export const refundStates = [
  'on_its_way',
  'sent',
  'returned',
  'disputed',
  'failed',
  'settled',
] as const
export type RefundState = (typeof refundStates)[number]

type Refund = {
  status: RefundStatus
  /** How often it came back. */
  returns: number
}

/** Arrived on the card, or paid in another way. */
export const settledRefundStates: ReadonlySet<RefundState> = new Set(['sent', 'settled'])

/** What is left of several: `failed` needs a person, `disputed` waits for the customer's bank. */
export const refundProgresses = ['none', 'returning', 'disputed', 'failed'] as const
export type RefundProgress = (typeof refundProgresses)[number]

export function refundProgressOf(states: readonly RefundState[]): RefundProgress {
  if (states.includes('failed')) return 'failed'
  if (states.includes('disputed')) return 'disputed'
  return states.every((state) => settledRefundStates.has(state)) ? 'none' : 'returning'
}

export function refundStateOf({ status, returns }: Refund): RefundState {
  if (status === 'waiting' || status === 'pending') return returns > 0 ? 'returned' : 'on_its_way'
  return status
}
