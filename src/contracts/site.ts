// The operator's calls and the card provider's webhooks, over the wire.

import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const revalidate = endpoint('POST /api/revalidate', {
  by: 'anyone',
  summary: 'Refreshes a cached page; for operators who hold the secret.',
  // As the specification has it; a body is read as well, and stays out of a proxy's log.
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
