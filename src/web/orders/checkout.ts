// The call that begins a checkout.

import type { createCartCheckout } from '#contracts/orders.ts'
import { request } from '#web/api/browser.ts'
import type { Refused, Result } from '#web/api/result.ts'
import { cart } from '#web/cart/cart-store.ts'
import { checkoutMessages } from './checkout-messages.ts'

/** Returns the URL of the payment page for what the cart shows. */
export async function beginCheckout(): Promise<Result<string>> {
  const items = cart.get().items.map(({ track }) => ({
    trackId: track.id,
    customerPricePence: track.customerPricePence,
  }))
  const route = 'POST /api/proxy/stripe/create-cart-checkout-session'
  const result = await request<typeof createCartCheckout>(route, { items })
  if (result.ok) return urlOf(result.value)
  cart.handleRefusal(result)
  if (result.code === 'cart_changed' || result.code === 'cart_empty') void cart.load()
  return { ...result, message: messageOf(result) }
}

/** A response without a url contains the reason in `error` or `message` (CHK-03). */
function urlOf(body: object): Result<string, never> {
  const { url, error, message } = { url: null, error: null, message: null, ...body }
  if (typeof url === 'string') return { ok: true, value: url }
  const reason = [error, message].find((text) => typeof text === 'string')
  return { ok: false, status: 200, code: 'foreign', message: reason ?? checkoutMessages.failed }
}

/** The server's own message first (D-051). */
function messageOf({ status, code, message }: Refused): string {
  if (status === 0) return checkoutMessages.failed
  return code === 'unknown' ? checkoutMessages.sessionFailed : message
}
