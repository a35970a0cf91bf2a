// A purchase in a running app, by a customer without a browser.

import { payAsCustomer } from '../../../sandbox/pay-as-customer.ts'
import type { ApiUser } from '../api-user.ts'

const goodCard = '4242424242424242'

/** The customer owns the track when it returns. */
export async function buyTrack(customer: ApiUser, trackId: string, card = goodCard): Promise<void> {
  await buyTracks(customer, [trackId], card)
}

/** By one payment. */
export async function buyTracks(
  customer: ApiUser,
  trackIds: readonly string[],
  card = goodCard,
): Promise<void> {
  const { url } = await customer.request<{ url: string }>(
    'POST /api/proxy/stripe/create-cart-checkout-session',
    { items: trackIds.map((trackId) => ({ trackId })) },
  )
  const { outcome } = await payAsCustomer(url, { card })
  if (outcome !== 'paid') throw new Error(`Paying ended ${outcome}.`)
  // Looking at the page of thanks has the payment checked at once, without the provider's event.
  const [session = ''] = /cs_\w+/.exec(url) ?? []
  await customer.request(`GET /api/checkout/${session}`)
}
