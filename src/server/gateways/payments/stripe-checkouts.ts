// Opens the one checkout of an order, also after earlier requests with an unknown outcome.

import type Stripe from 'stripe'
import {
  PaymentKeySpent,
  PaymentRefused,
  transferGroupOf,
  type CheckoutToOpen,
} from './payments.ts'
import type { callsWithDeadline } from './stripe-problems.ts'

type Opening = Omit<CheckoutToOpen, 'customerEmail'> & { customerEmail?: string }
type Opened = { sessionId: string; url: string }
type Calls = ReturnType<typeof callsWithDeadline>

/** The provider's clock may be behind ours. */
const clockToleranceSeconds = 5 * 60

/** @throws PaymentRefused: then there is none. */
export async function openOneCheckout(
  stripe: Stripe,
  { callWithKey, callProvider }: Calls,
  checkout: Opening,
): Promise<Opened> {
  try {
    const { idempotencyKey } = checkout
    const session = await callWithKey(() =>
      stripe.checkout.sessions.create(sessionOf(checkout), { idempotencyKey }),
    )
    return opened(session)
  } catch (error) {
    if (!(error instanceof PaymentKeySpent)) throw error
    const session = await callProvider(() => findOpenSession(stripe, checkout))
    if (session !== null) return opened(session)
    throw new PaymentRefused('checkout_not_opened', error.message, { cause: error })
  }
}

function opened({ id, url }: Stripe.Checkout.Session): Opened {
  if (!url) throw new Error('The card provider opened a checkout without an address.')
  return { sessionId: id, url }
}

/** Finds the session by the order's id in it. */
async function findOpenSession(
  stripe: Stripe,
  { orderId, orderedAt }: Opening,
): Promise<Stripe.Checkout.Session | null> {
  const since = Math.floor(orderedAt.getTime() / 1000) - clockToleranceSeconds
  const sessions = stripe.checkout.sessions.list({
    created: { gte: since },
    status: 'open',
    limit: 100,
  })
  for await (const session of sessions) {
    if (session.client_reference_id === orderId) return session
  }
  return null
}

function sessionOf(checkout: Opening): Stripe.Checkout.SessionCreateParams {
  const { orderId, lines, customerEmail } = checkout
  return {
    mode: 'payment',
    client_reference_id: orderId,
    ...(customerEmail === undefined ? {} : { customer_email: customerEmail }),
    allowed_payment_method_types: ['card'],
    // Otherwise the customer may pay in another currency, and the amounts cannot be compared.
    adaptive_pricing: { enabled: false },
    line_items: lines.map(({ name, pence }) => ({
      quantity: 1,
      price_data: { currency: 'gbp', unit_amount: pence, product_data: { name } },
    })),
    metadata: { order_id: orderId },
    payment_intent_data: {
      // With immediate capture the charge has its fee immediately: otherwise that may take an hour.
      capture_method: 'automatic',
      transfer_group: transferGroupOf(orderId),
      metadata: { order_id: orderId },
    },
    expires_at: Math.floor(checkout.expiresAt.getTime() / 1000),
    success_url: checkout.successUrl,
    cancel_url: checkout.cancelUrl,
  }
}
