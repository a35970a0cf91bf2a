// What a customer reads of a refund: one that did not arrive is neither on its way as usual, nor sent.

import type { RefundStatus } from '../payments/payment-process.ts'

export const refundStates = ['on_its_way', 'sent', 'returned', 'failed', 'settled'] as const
export type RefundState = (typeof refundStates)[number]

type Refund = {
  status: RefundStatus
  /** How often it came back. */
  returns: number
  /** The operator has paid it in another way. */
  isSettled: boolean
}

/** Arrived on the card, or paid in another way. */
export const settledRefundStates: ReadonlySet<RefundState> = new Set(['sent', 'settled'])

/** What is left of several: `failed` needs a person. */
export const refundProgresses = ['none', 'returning', 'failed'] as const
export type RefundProgress = (typeof refundProgresses)[number]

export function refundProgressOf(states: readonly RefundState[]): RefundProgress {
  if (states.includes('failed')) return 'failed'
  return states.every((state) => settledRefundStates.has(state)) ? 'none' : 'returning'
}

export function refundStateOf({ status, returns, isSettled }: Refund): RefundState {
  if (status === 'sent') return 'sent'
  if (status === 'failed') return isSettled ? 'settled' : 'failed'
  return returns > 0 ? 'returned' : 'on_its_way'
}
