// Why paid tracks are refunded and what became of it, on receipts and right after paying.

import type { RefundState } from '#rules/commissions/refund-states.ts'
import type { RefundCause } from '#rules/payments/payment-process.ts'

export const refundMessages = {
  causes: {
    owned: 'was yours already',
    unavailable: 'had been taken off the site',
    commission_cancelled: 'was cancelled',
    commission_part: 'was approved for a part of its price',
    commission_closed: 'had ended before your payment arrived',
    paid_twice: 'was paid already',
    given_back: 'given back by our team',
  } satisfies Record<RefundCause, string>,
  states: {
    on_its_way: 'Refund on its way',
    sent: 'Refunded',
    returned: 'Refund did not arrive, and is sent again',
    disputed: 'Disputed: your bank decides',
    failed: 'Refund could not be sent: our team looks into it',
    settled: 'Refunded in another way',
  } satisfies Record<RefundState, string>,
  doubtful:
    'You paid for this a long time ago: the bank of your card may refuse a refund to it. Then we ask you where to send the money.',
  ownedHeading: 'You owned this already',
  owned: 'What you paid is on its way back to your card. You don’t need to do anything.',
  unavailableHeading: 'Your money is on its way back',
  unavailable: (titles: readonly string[]) =>
    `Taken off the site before your payment arrived: ${titles.join(', ')}. What you paid for ${titles.length === 1 ? 'it' : 'them'} is on its way back to your card. You don’t need to do anything.`,
} as const
