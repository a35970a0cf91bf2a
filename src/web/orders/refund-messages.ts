// Why paid tracks are refunded, on receipts and right after paying.

import type { RefundCause } from '#rules/payment-process.ts'

export const refundMessages = {
  causes: {
    owned: 'was yours already',
    unavailable: 'had been taken off the site',
    commission_cancelled: 'was cancelled',
    commission_part: 'was approved for a part of its price',
    commission_closed: 'had ended before your payment arrived',
    paid_twice: 'was paid already',
  } satisfies Record<RefundCause, string>,
  ownedHeading: 'You owned this already',
  owned: 'What you paid is on its way back to your card. You don’t need to do anything.',
  unavailableHeading: 'Your money is on its way back',
  unavailable: (titles: readonly string[]) =>
    `Taken off the site before your payment arrived: ${titles.join(', ')}. What you paid for ${titles.length === 1 ? 'it' : 'them'} is on its way back to your card. You don’t need to do anything.`,
} as const
