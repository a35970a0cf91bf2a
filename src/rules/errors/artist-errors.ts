import type { RefusalTable } from './refusal-table.ts'

export const artistErrors = {
  display_name_taken: {
    status: 409,
    message: 'Another user has this name, or one that looks like it. Please choose another.',
  },
  commission_setup_needed: {
    status: 409,
    message:
      'Complete your Stripe account setup before you take commissions. Check your Artist Dashboard for required steps.',
  },
  commission_price_needed: {
    status: 409,
    message: 'Please enter your price for a commission before you take commissions.',
  },
  too_many_profile_changes: {
    status: 429,
    message: 'These are many changes at once. Please wait a little before the next one.',
  },
} as const satisfies RefusalTable
