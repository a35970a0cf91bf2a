// Endpoints of orders: opening a checkout, polling its state, and listing owned tracks.

import { z } from 'zod'
import { largestCart, mostOwnedIds } from '#rules/product.ts'
import { refusalMessage } from '#rules/errors/refusal.ts'
import { endpoint } from './endpoint.ts'
import { trackSchema } from './tracks.ts'

/** Only the ids determine the order; a sent price is compared, to detect a change since it was shown. */
export const createCartCheckout = endpoint('POST /api/proxy/stripe/create-cart-checkout-session', {
  by: 'user',
  summary: 'Opens a card payment for the cart; the browser goes to the url.',
  refusals: [
    'cart_empty',
    'cart_changed',
    'below_smallest_charge',
    'above_largest_charge',
    'checkout_unavailable',
  ],
  input: z.object({
    items: z
      .array(z.object({ trackId: z.uuid(), customerPricePence: z.int().optional() }))
      .max(largestCart, refusalMessage('cart_full')),
  }),
  output: z.object({ url: z.url() }),
})

/** `preparing` until the provider confirms the payment; only the buyer may poll it. */
export const getCheckout = endpoint('GET /api/checkout/{sessionId}', {
  by: 'user',
  summary: 'How far a payment is.',
  refusals: ['not_found'],
  input: z.object({ sessionId: z.string().regex(/^cs_[A-Za-z0-9_]{1,200}$/) }),
  output: z.object({
    state: z.enum(['open', 'preparing', 'paid', 'expired', 'closed']),
    tracks: z.array(z.object({ id: z.string(), title: z.string() })),
    totalPence: z.int(),
  }),
})

export const ownedTrackSchema = z.object({
  track: trackSchema,
  boughtAt: z.iso.datetime(),
  paidPence: z.int(),
  fileName: z.string(),
  format: z.string(),
  bytes: z.int(),
})
export type OwnedTrack = z.infer<typeof ownedTrackSchema>

export const listMyTracks = endpoint('GET /api/proxy/my-tracks', {
  by: 'user',
  summary: 'Everything the caller owns, newest first.',
  input: z.object({}),
  output: z.object({ tracks: z.array(ownedTrackSchema) }),
})

export const listOwnedIds = endpoint('GET /api/proxy/my-tracks/ids', {
  by: 'user',
  summary: `The ids of the tracks that the caller owns, the ${mostOwnedIds} newest at most.`,
  input: z.object({}),
  output: z.object({ trackIds: z.array(z.uuid()).max(mostOwnedIds) }),
})
