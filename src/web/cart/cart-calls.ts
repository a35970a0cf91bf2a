// The cart's calls to the server, each answering with the items the cart then has.

import type { addToCart, Cart, clearCart, getCart, removeFromCart } from '#contracts/cart.ts'
import type { createCartCheckout } from '#contracts/orders.ts'
import type { getTracksById } from '#contracts/tracks.ts'
import type { Attempt } from '#web/api/attempt.ts'
import { attempt } from '#web/api/browser.ts'
import type { ShownTrack } from '#web/tracks/shown-track.ts'
import { words } from '#web/words.ts'
import type { GuestItem } from './guest-cart.ts'

export type CartItem = { track: ShownTrack; addedAt: string }

export type CartCalls = {
  load: () => Promise<Attempt<CartItem[]>>
  add: (trackId: string) => Promise<Attempt<CartItem[]>>
  remove: (trackId: string) => Promise<Attempt<CartItem[]>>
  clear: () => Promise<Attempt<CartItem[]>>
  /** What a guest's items are now; those that are not listed any more are left out. */
  price: (items: GuestItem[]) => Promise<Attempt<CartItem[]>>
  /** Answers the url where the browser pays. */
  checkout: (items: CartItem[]) => Promise<Attempt<string>>
}

export const browserCartCalls: CartCalls = {
  load: async () => itemsOf(await attempt<typeof getCart>('GET /api/proxy/auth/cart', {})),

  add: async (trackId) =>
    itemsOf(await attempt<typeof addToCart>('POST /api/proxy/auth/cart/add', { trackId })),

  remove: async (trackId) =>
    itemsOf(
      await attempt<typeof removeFromCart>('DELETE /api/proxy/auth/cart/remove/{trackId}', {
        trackId,
      }),
    ),

  clear: async () =>
    itemsOf(await attempt<typeof clearCart>('POST /api/proxy/auth/cart/clear', {})),

  async price(items) {
    if (items.length === 0) return { ok: true, value: [] }
    const ids = items.map(({ trackId }) => trackId).join(',')
    const answer = await attempt<typeof getTracksById>('GET /public/tracks/by-id', { ids })
    if (!answer.ok) return answer
    const tracks = new Map(answer.value.tracks.map((track) => [track.id, track]))
    const priced = items.flatMap(({ trackId, addedAt }) => {
      const track = tracks.get(trackId)
      return track === undefined ? [] : [{ track, addedAt }]
    })
    return { ok: true, value: priced }
  },

  async checkout(items) {
    const answer = await attempt<typeof createCartCheckout>(
      'POST /api/proxy/stripe/create-cart-checkout-session',
      {
        items: items.map(({ track }) => ({
          trackId: track.id,
          customerPricePence: track.customerPricePence,
        })),
      },
    )
    return answer.ok ? urlOf(answer.value) : answer
  },
}

function itemsOf(answer: Attempt<Cart>): Attempt<CartItem[]> {
  return answer.ok ? { ok: true, value: answer.value.items } : answer
}

/** An answer without a url says in `error` or `message` why (CHK-03). */
function urlOf(body: object): Attempt<string> {
  const { url, error, message } = { url: null, error: null, message: null, ...body }
  if (typeof url === 'string') return { ok: true, value: url }
  const said = [error, message].find((text) => typeof text === 'string')
  return { ok: false, status: 200, code: 'no_url', message: said ?? words.checkoutFailed }
}
