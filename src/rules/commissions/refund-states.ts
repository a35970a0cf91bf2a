// What a customer reads of a refund: one that did not arrive is neither on its way as usual, nor sent.

import type { RefundStatus } from '../payment-process.ts'

export const refundStates = ['on_its_way', 'sent', 'returned', 'failed', 'settled'] as const
export type RefundState = (typeof refundStates)[number]

type Refund = {
  status: RefundStatus
  /** How often it came back. */
  returns: number
  /** The operator has paid it in another way. */
  isSettled: boolean
}

export function refundStateOf({ status, returns, isSettled }: Refund): RefundState {
  if (status === 'sent') return 'sent'
  if (status === 'failed') return isSettled ? 'settled' : 'failed'
  return returns > 0 ? 'returned' : 'on_its_way'
}
