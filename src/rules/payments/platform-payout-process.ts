// The life of a payout from the platform's balance to its own bank.

import { defineProcess, type StatusOf } from '../process.ts'

export const platformPayoutProcess = defineProcess({
  statuses: ['waiting', 'on_its_way', 'paid', 'returned', 'refused'],
  // One that was made at the provider begins there, on its way.
  start: 'waiting',
  steps: {
    make: { from: ['waiting'], to: 'on_its_way', by: ['system'] },
    retry: { from: ['waiting'], to: 'waiting', by: ['system'] },
    // Nothing has left: an admin can order another one.
    fail: { from: ['waiting'], to: 'refused', by: ['provider'] },
    arrive: { from: ['on_its_way'], to: 'paid', by: ['provider'] },
    // The bank did not take it, or has sent it back, or it was cancelled at the provider.
    comeBack: { from: ['on_its_way', 'paid'], to: 'returned', by: ['provider'] },
  },
})
export type PlatformPayoutStatus = StatusOf<typeof platformPayoutProcess>

/** Our statuses of what the card provider says. */
export const platformPayoutStates = {
  on_its_way: ['on_its_way'],
  paid: ['paid'],
  failed: ['returned'],
  canceled: ['returned'],
} as const satisfies Record<string, readonly PlatformPayoutStatus[]>
