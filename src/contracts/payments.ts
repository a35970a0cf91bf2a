// Endpoints of an artist's account at the card provider, and the provider's webhooks.

import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const paymentSetupSchema = z.object({
  state: z.enum(['not_started', 'incomplete', 'ready']),
  /** What has arrived on the account cannot be paid to the bank that the caller has entered. */
  isBankUnusable: z.boolean(),
  /** What is still missing, as messages for the artist. */
  todo: z.array(z.string()),
})
export type PaymentSetup = z.infer<typeof paymentSetupSchema>

export const getPaymentSetup = endpoint('GET /api/artist/payment-setup', {
  by: 'artist',
  summary: 'Whether the caller can be paid, fetched from the card provider now.',
  refusals: ['payment_setup_unavailable'],
  input: z.object({}),
  output: paymentSetupSchema,
})

export const startPaymentSetup = endpoint('POST /api/artist/payment-setup', {
  by: 'artist',
  summary: "Opens the card provider's onboarding; the browser goes to the url.",
  refusals: [
    'email_unverified',
    'payment_setup_unavailable',
    'payment_setup_not_open',
    'payment_setup_email',
  ],
  input: z.object({}),
  output: z.object({ url: z.url() }),
})

export const receiveStripeEvent = endpoint('POST /api/stripe/webhook', {
  by: 'anyone',
  summary: "The card provider's signed snapshot events.",
  refusals: ['event_not_genuine'],
  input: z.unknown(),
  output: z.object({ received: z.boolean() }),
})

export const receiveThinStripeEvent = endpoint('POST /api/stripe/webhook/thin', {
  by: 'anyone',
  summary: "The card provider's signed thin events.",
  refusals: ['event_not_genuine'],
  input: z.unknown(),
  output: z.object({ received: z.boolean() }),
})
