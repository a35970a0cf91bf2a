// The life of an order, from an open checkout to its end.

import { defineProcess, type StatusOf, type StepOf } from '../process.ts'

const fulfilled = ['paid', 'part_refunded', 'refunded'] as const

export const orderProcess = defineProcess({
  statuses: ['pending', 'paid', 'part_refunded', 'refunded', 'disputed', 'failed', 'expired'],
  start: 'pending',
  steps: {
    // A checkout can be paid in the moment in which the site closes it.
    pay: { from: ['pending', 'expired'], to: 'paid', by: ['provider'] },
    // The system also closes a checkout that holds a track which was taken down, or whose artist was suspended.
    expire: { from: ['pending'], to: 'expired', by: ['customer', 'provider', 'system'] },
    // The money was not received; or what was paid does not match, and a person decides.
    fail: { from: ['pending', 'expired'], to: 'failed', by: ['provider', 'system'] },
    // What was paid is checked once more, after an admin has removed why it did not match.
    checkAgain: { from: ['failed'], to: 'expired', by: ['admin'] },
    refundPart: { from: fulfilled, to: 'part_refunded', by: ['provider'] },
    refundAll: { from: fulfilled, to: 'refunded', by: ['provider'] },
    // The card's bank has sent every refund of the order back.
    returnRefunds: { from: fulfilled, to: 'paid', by: ['provider'] },
    // The bank has given all of it back to the customer, and may change its mind.
    dispute: { from: fulfilled, to: 'disputed', by: ['provider'] },
    winDispute: { from: ['disputed'], to: 'paid', by: ['provider'] },
  },
})

export type OrderStatus = StatusOf<typeof orderProcess>
export type OrderStep = StepOf<typeof orderProcess>

/**
 * `open` may still be paid, or has been paid without an event: only the provider knows. `paid` has granted its tracks.
 * `closed` grants nothing, whatever the checkout's state at the provider: the payment failed, or the bank reversed it.
 */
export type OrderPayment = 'open' | 'paid' | 'closed'

export function paymentOf({ status }: { status: OrderStatus }): OrderPayment {
  const { pay, refundPart } = orderProcess.steps
  if (pay.from.includes(status)) return 'open'
  return refundPart.from.includes(status) ? 'paid' : 'closed'
}
