// Endpoints of the operator, and the card provider's webhooks.

import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const revalidate = endpoint('POST /api/revalidate', {
  by: 'anyone',
  summary: 'Refreshes a cached page; for operators who hold the secret.',
  // As the specification requires; a body is accepted as well, because it does not appear in a proxy's log.
  inputIn: 'query',
  refusals: ['not_allowed'],
  input: z.object({ path: z.string().max(200), secret: z.string().max(200) }),
  output: z.object({ revalidated: z.int() }),
})

export const receiveStripeEvent = endpoint('POST /api/stripe/webhook', {
  by: 'anyone',
  summary: "The card provider's signed snapshot events.",
  refusals: ['event_not_genuine', 'event_of_other_mode'],
  input: z.unknown(),
  output: z.object({ received: z.boolean() }),
})

export const receiveThinStripeEvent = endpoint('POST /api/stripe/webhook/thin', {
  by: 'anyone',
  summary: "The card provider's signed thin events.",
  refusals: ['event_not_genuine', 'event_of_other_mode'],
  input: z.unknown(),
  output: z.object({ received: z.boolean() }),
})
