// Checkouts: opens the one of a payment, also after earlier requests with an unknown outcome, and reads what became of it.

import type Stripe from 'stripe'
import {
  PaymentKeySpent,
  PaymentRefused,
  subjectMetadata,
  transferGroupOf,
  type Charge,
  type Checkout,
  type CheckoutToOpen,
  type Payments,
} from './payments.ts'
import { asBalanceTransaction } from './stripe-balance.ts'
import type { callsWithDeadline } from './stripe-problems.ts'

type Opening = Omit<CheckoutToOpen, 'customerEmail'> & { customerEmail?: string }
type Opened = { sessionId: string; url: string }
type Calls = ReturnType<typeof callsWithDeadline>

/** The provider's clock may be behind ours. */
const clockToleranceSeconds = 5 * 60

export function checkoutCalls(
  stripe: Stripe,
  calls: Calls,
): Pick<Payments, 'openCheckout' | 'findCheckout' | 'expireCheckout'> {
  const { callProvider } = calls

  async function findCheckout(sessionId: string): Promise<Checkout> {
    const session = await callProvider(() =>
      stripe.checkout.sessions.retrieve(sessionId, {
        expand: ['payment_intent.latest_charge.balance_transaction'],
      }),
    )
    return asCheckout(session)
  }

  return {
    findCheckout,

    async openCheckout(checkout) {
      try {
        return await openOneCheckout(stripe, calls, checkout)
      } catch (error) {
        if (!(error instanceof PaymentRefused && error.code === 'email_invalid')) throw error
        // The provider is stricter than our registration; the customer then enters an address on its page.
        const { customerEmail: _refused, ...rest } = checkout
        const idempotencyKey = `${checkout.idempotencyKey}:without-email`
        return openOneCheckout(stripe, calls, { ...rest, idempotencyKey })
      }
    },

    async expireCheckout(sessionId) {
      try {
        await callProvider(() => stripe.checkout.sessions.expire(sessionId))
        return 'expired'
      } catch (error) {
        // Refused when it is no longer open: then it is complete or expired.
        const { state } = await findCheckout(sessionId)
        if (state === 'open') throw error
        return state
      }
    },
  }
}

/** @throws PaymentRefused: then there is none. */
async function openOneCheckout(
  stripe: Stripe,
  { callWithKey, callProvider }: Calls,
  checkout: Opening,
): Promise<Opened> {
  try {
    const { idempotencyKey } = checkout
    const session = await callWithKey(() =>
      stripe.checkout.sessions.create(sessionParams(checkout), { idempotencyKey }),
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

/** Finds the session by the payment's id in it. */
async function findOpenSession(
  stripe: Stripe,
  { paymentId, createdAt }: Opening,
): Promise<Stripe.Checkout.Session | null> {
  const since = Math.floor(createdAt.getTime() / 1000) - clockToleranceSeconds
  const sessions = stripe.checkout.sessions.list({
    created: { gte: since },
    status: 'open',
    limit: 100,
  })
  for await (const session of sessions) {
    if (session.client_reference_id === paymentId) return session
  }
  return null
}

function sessionParams(checkout: Opening): Stripe.Checkout.SessionCreateParams {
  const { paymentId, subject, lines, customerEmail } = checkout
  return {
    mode: 'payment',
    client_reference_id: paymentId,
    ...(customerEmail === undefined ? {} : { customer_email: customerEmail }),
    allowed_payment_method_types: ['card'],
    // Otherwise the customer may pay in another currency, and the amounts cannot be compared.
    adaptive_pricing: { enabled: false },
    line_items: lines.map(({ name, description, pence }) => ({
      quantity: 1,
      price_data: {
        currency: 'gbp',
        unit_amount: pence,
        // The provider refuses an empty description.
        product_data: { name, ...(description === null ? {} : { description }) },
      },
    })),
    metadata: subjectMetadata(subject),
    payment_intent_data: {
      // With immediate capture the charge has its fee immediately: otherwise that may take an hour.
      capture_method: 'automatic',
      transfer_group: transferGroupOf(subject),
      metadata: subjectMetadata(subject),
    },
    expires_at: Math.floor(checkout.expiresAt.getTime() / 1000),
    success_url: checkout.successUrl,
    cancel_url: checkout.cancelUrl,
  }
}

function asCheckout(session: Stripe.Checkout.Session): Checkout {
  return {
    sessionId: session.id,
    paymentId: session.client_reference_id,
    state: stateOf(session.status),
    money: moneyOf(session),
    totalPence: session.amount_total ?? 0,
    currency: session.currency ?? '',
    livemode: session.livemode,
    charge: chargeOf(session),
  }
}

/** `complete` does not mean paid: some payment methods confirm later. */
function moneyOf({
  status,
  payment_status: payment,
  payment_intent: intent,
}: Stripe.Checkout.Session): Checkout['money'] {
  if (payment === 'paid') return 'received'
  if (status !== 'complete') return 'none'
  const attempt = intent === null || typeof intent === 'string' ? null : intent.status
  // The page is closed: another card cannot be entered.
  const hasFailed = attempt === 'requires_payment_method' || attempt === 'canceled'
  return hasFailed ? 'failed' : 'confirming'
}

/** The provider may add new states: none of them counts as final. */
function stateOf(status: string | null): Checkout['state'] {
  if (status === 'complete') return 'complete'
  return status === 'expired' ? 'expired' : 'open'
}

function chargeOf({ payment_intent: intent }: Stripe.Checkout.Session): Charge | null {
  if (intent === null || typeof intent === 'string') return null
  const charge = intent.latest_charge
  if (charge === null || typeof charge === 'string') return null
  const balance = charge.balance_transaction
  if (balance === null || typeof balance === 'string') return null
  return {
    paymentIntentId: intent.id,
    chargeId: charge.id,
    balance: asBalanceTransaction(balance),
    cardLast4: charge.payment_method_details?.card?.last4 ?? null,
  }
}
