// The cart's calls to the server; each but `add` returns the items of the changed cart.

import type { AddedToCart, addToCart, clearCart, getCart, removeFromCart } from '#contracts/cart.ts'
import type { createCartCheckout } from '#contracts/orders.ts'
import type { getTracksById } from '#contracts/tracks.ts'
import { mostTracksNamed } from '#rules/product.ts'
import type { CodeOf, Result } from '#web/api/result.ts'
import { request } from '#web/api/browser.ts'
import type { TrackSummary } from '#contracts/tracks.ts'
import { cartMessages } from './cart-messages.ts'
import type { GuestItem } from './guest-cart.ts'

export type CartItem = { track: TrackSummary; addedAt: string }

/** A track that was in the cart and cannot be bought. */
export type GoneTrack = { trackId: string; title: string }

export type LoadedCart = { items: CartItem[]; gone: GoneTrack[] }

export type CartCalls = {
  load: () => Promise<Result<LoadedCart>>
  add: (trackId: string) => Promise<Result<AddedToCart, CodeOf<typeof addToCart>>>
  remove: (trackId: string) => Promise<Result<LoadedCart, never>>
  clear: () => Promise<Result<LoadedCart, never>>
  /** A guest's items with their present data; tracks that are not listed any more are left out. */
  price: (items: GuestItem[]) => Promise<Result<CartItem[]>>
  /** Returns the URL of the payment page. */
  checkout: (items: CartItem[]) => Promise<Result<string, CodeOf<typeof createCartCheckout>>>
}

export const browserCartCalls: CartCalls = {
  load: () => request<typeof getCart>('GET /api/proxy/auth/cart', {}),

  add: (trackId) => request<typeof addToCart>('POST /api/proxy/auth/cart/add', { trackId }),

  remove: (trackId) =>
    request<typeof removeFromCart>('DELETE /api/proxy/auth/cart/remove/{trackId}', { trackId }),

  clear: () => request<typeof clearCart>('POST /api/proxy/auth/cart/clear', {}),

  async price(items) {
    const priced: CartItem[] = []
    for (let from = 0; from < items.length; from += mostTracksNamed) {
      const result = await priceCart(items.slice(from, from + mostTracksNamed))
      if (!result.ok) return result
      priced.push(...result.value)
    }
    return { ok: true, value: priced }
  },

  async checkout(items) {
    const result = await request<typeof createCartCheckout>(
      'POST /api/proxy/stripe/create-cart-checkout-session',
      {
        items: items.map(({ track }) => ({
          trackId: track.id,
          customerPricePence: track.customerPricePence,
        })),
      },
    )
    return result.ok ? urlOf(result.value) : result
  },
}

async function priceCart(items: GuestItem[]): Promise<Result<CartItem[]>> {
  const ids = items.map(({ trackId }) => trackId).join(',')
  const result = await request<typeof getTracksById>('GET /public/tracks/by-id', { ids })
  if (!result.ok) return result
  const tracks = new Map(result.value.tracks.map((track) => [track.id, track]))
  const priced = items.flatMap(({ trackId, addedAt }) => {
    const track = tracks.get(trackId)
    return track === undefined ? [] : [{ track, addedAt }]
  })
  return { ok: true, value: priced }
}

/** A response without a url contains the reason in `error` or `message` (CHK-03). */
function urlOf(body: object): Result<string, never> {
  const { url, error, message } = { url: null, error: null, message: null, ...body }
  if (typeof url === 'string') return { ok: true, value: url }
  const reason = [error, message].find((text) => typeof text === 'string')
  return { ok: false, status: 200, code: 'foreign', message: reason ?? cartMessages.checkoutFailed }
}
