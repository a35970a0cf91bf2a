// Endpoints of the cart. Each answers the whole cart: the newest answer is all that a client has to show.

import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { trackSchema } from './tracks.ts'

export const cartSchema = z.object({
  items: z.array(z.object({ track: trackSchema, addedAt: z.iso.datetime() })),
  /** Added, but not for sale now: neither counted nor sold, until the customer removes them or they are sold again. */
  gone: z.array(z.object({ trackId: z.string(), title: z.string() })),
  totalItems: z.int(),
  /** In pounds. */
  totalPrice: z.number(),
  totalPricePence: z.int(),
})
export type Cart = z.infer<typeof cartSchema>

const trackInPath = z.object({ trackId: z.uuid() })

export const getCart = endpoint('GET /api/proxy/auth/cart', {
  by: 'user',
  summary: 'The own cart at present prices.',
  input: z.object({}),
  output: cartSchema,
})

export const addToCart = endpoint('POST /api/proxy/auth/cart/add', {
  by: 'user',
  summary: 'Puts a track into the own cart.',
  refusals: [
    'not_found',
    'own_track',
    'track_owned',
    'track_not_for_sale',
    'track_already_in_cart',
    'cart_full',
  ],
  input: trackInPath,
  output: cartSchema,
})

export const removeFromCart = endpoint('DELETE /api/proxy/auth/cart/remove/{trackId}', {
  by: 'user',
  summary: 'Takes a track out of the own cart.',
  input: trackInPath,
  output: cartSchema,
})

export const clearCart = endpoint('POST /api/proxy/auth/cart/clear', {
  by: 'user',
  summary: 'Empties the own cart.',
  input: z.object({}),
  output: cartSchema,
})
