import { formatPence, maxChargePence, minChargePence } from '../price.ts'
import type { RefusalTable } from './refusal-table.ts'

export const paymentErrors = {
  below_smallest_charge: {
    status: 409,
    message: `Card payments start at ${formatPence(minChargePence)}. Add another track.`,
  },
  above_largest_charge: {
    status: 409,
    message: `One card payment goes up to ${formatPence(maxChargePence)}. Please buy in two steps.`,
  },
  payment_confirming: {
    status: 409,
    message: 'Your bank has not confirmed your last payment yet. Please wait until it has.',
  },
  checkout_unavailable: { status: 502, message: 'Failed to create checkout session' },
  event_not_genuine: { status: 400, message: 'The signature does not match.' },
} as const satisfies RefusalTable
