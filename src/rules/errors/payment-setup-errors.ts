// The refusals about artists' accounts at the card provider, apart from those of payments, which every page has.

import type { RefusalTable } from './refusal-table.ts'

export const paymentSetupErrors = {
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
} as const satisfies RefusalTable
