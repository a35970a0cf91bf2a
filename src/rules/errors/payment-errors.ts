import { formatPence, largestChargePence, smallestChargePence } from '../price.ts'
import type { RefusalTable } from './refusal-table.ts'

export const paymentErrors = {
  below_smallest_charge: {
    status: 409,
    message: `Card payments start at ${formatPence(smallestChargePence)}. Add another track.`,
  },
  above_largest_charge: {
    status: 409,
    message: `One card payment goes up to ${formatPence(largestChargePence)}. Please buy in two steps.`,
  },
  checkout_unavailable: { status: 502, message: 'Failed to create checkout session' },
  payment_setup_needed: {
    status: 403,
    message:
      'Complete your Stripe account setup to enable track uploads. Check your Artist Dashboard for required steps.',
  },
  payment_setup_not_open: {
    status: 503,
    message:
      'Undersong cannot take on artists to be paid just yet. It is not your doing: please try again tomorrow.',
  },
  payment_setup_email: {
    status: 409,
    message:
      'The card provider does not accept the email address of your account, so it cannot pay you.',
  },
  payment_setup_unavailable: {
    status: 502,
    message: 'The card provider is not answering right now. Please try again in a minute.',
  },
  event_not_genuine: { status: 400, message: 'The signature does not match.' },
} as const satisfies RefusalTable
