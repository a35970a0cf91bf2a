// A customer pays an open session: one attempt with one card, and its results.
import type { Stripe } from 'stripe'
import { emitEvent } from '../events/snapshot-event.ts'
import { chargeOfIntent } from '../payments/charge.ts'
import { newPaymentIntent } from '../payments/payment-intent.ts'
import { byHostedPage, type Sandbox } from '../state/sandbox.ts'
import { idOf, newId } from '../storage/ids.ts'
import type { CardFacts } from '../storage/stored-kinds.ts'
import { getCheckoutOrder } from './checkout-order.ts'
import { beginDelayedPayment } from './delayed-payment.ts'
import { payIntent } from './paid-intent.ts'

export type Attempt =
  /** Or the money comes in later: the page is done with. */
  | { outcome: 'paid' }
  | { outcome: 'needs-authentication' }
  | { outcome: 'declined'; message: string }

/** Call it for open sessions only, in a transaction. */
export function payWithCard(
  sandbox: Sandbox,
  session: Stripe.Checkout.Session,
  card: CardFacts,
): Attempt {
  const intent = findOrBeginPayment(sandbox, session)
  switch (card.behaviour) {
    case 'declined':
      return decline(sandbox, intent, card, {
        code: 'card_declined',
        declineCode: 'generic_decline',
        message: 'Your card was declined.',
      })
    case 'insufficient-funds':
      return decline(sandbox, intent, card, {
        code: 'card_declined',
        declineCode: 'insufficient_funds',
        message: 'Your card has insufficient funds.',
      })
    case 'confirms-later':
    case 'fails-later':
      beginDelayedPayment(sandbox, withCustomer(session, card), intent, card)
      return { outcome: 'paid' }
    case 'needs-authentication':
      return requestAuthentication(sandbox, session, intent, card)
    default:
      return succeed(sandbox, session, intent, card)
  }
}

/** The result of the card holder's authentication. Does nothing when no card waits for it. */
export function authenticate(
  sandbox: Sandbox,
  session: Stripe.Checkout.Session,
  isCompleted: boolean,
): Attempt | undefined {
  const order = getCheckoutOrder(sandbox, session.id)
  const card = order.waitingCard
  if (!card) return undefined
  sandbox.store.update('checkout.order', { ...order, waitingCard: null })
  const intent = findOrBeginPayment(sandbox, session)
  if (isCompleted) return succeed(sandbox, session, intent, card, 'authenticated')
  return decline(sandbox, intent, card, {
    authentication: 'failed',
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  })
}

function findOrBeginPayment(
  sandbox: Sandbox,
  session: Stripe.Checkout.Session,
): Stripe.PaymentIntent {
  const { clock, store } = sandbox
  const existing = store.find('payment_intent', idOf(session.payment_intent))
  if (existing) return existing
  const { payment } = getCheckoutOrder(sandbox, session.id)
  const created = clock.now()
  const intent = newPaymentIntent(payment, session.amount_total ?? 0, created)
  store.insert('payment_intent', intent, { created })
  store.update('checkout.session', { ...session, payment_intent: intent.id })
  emitEvent(sandbox, byHostedPage, { type: 'payment_intent.created', object: intent })
  return intent
}

interface Decline {
  authentication?: 'failed'
  code: string
  declineCode?: string
  message: string
}

function decline(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  card: CardFacts,
  { code, declineCode, message, ...authentication }: Decline,
): Attempt {
  const { clock, store } = sandbox
  const created = clock.now()
  const charge = chargeOfIntent(intent, {
    id: newId('ch'),
    created,
    balanceTransaction: null,
    card,
    failure: { code, message },
    ...authentication,
  })
  store.insert('charge', charge, { created })
  const failed = store.update('payment_intent', {
    ...intent,
    last_payment_error: {
      type: 'card_error',
      code,
      message,
      charge: charge.id,
      ...(declineCode ? { decline_code: declineCode } : {}),
    },
    latest_charge: charge.id,
    next_action: null,
    status: 'requires_payment_method',
  })
  emitEvent(sandbox, byHostedPage, { type: 'charge.failed', object: charge })
  emitEvent(sandbox, byHostedPage, { type: 'payment_intent.payment_failed', object: failed })
  return { outcome: 'declined', message }
}

function requestAuthentication(
  sandbox: Sandbox,
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent,
  card: CardFacts,
): Attempt {
  const order = getCheckoutOrder(sandbox, session.id)
  sandbox.store.update('checkout.order', { ...order, waitingCard: card })
  const waiting = sandbox.store.update('payment_intent', {
    ...intent,
    next_action: {
      type: 'redirect_to_url',
      redirect_to_url: {
        return_url: session.success_url,
        url: `${sandbox.publicUrl}/c/pay/${session.id}/authenticate`,
      },
    },
    status: 'requires_action',
  })
  emitEvent(sandbox, byHostedPage, { type: 'payment_intent.requires_action', object: waiting })
  return { outcome: 'needs-authentication' }
}

function succeed(
  sandbox: Sandbox,
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent,
  card: CardFacts,
  authentication?: 'authenticated',
): Attempt {
  const { receivedPence } = getCheckoutOrder(sandbox, session.id)
  const completed = sandbox.store.update('checkout.session', {
    ...withCustomer(session, card),
    payment_intent: intent.id,
    payment_status: 'paid',
    status: 'complete',
    url: null,
  })
  payIntent(sandbox, byHostedPage, intent, {
    card,
    ...(receivedPence === undefined ? {} : { receivedPence }),
    ...(authentication ? { authentication } : {}),
  })
  emitEvent(sandbox, byHostedPage, { type: 'checkout.session.completed', object: completed })
  return { outcome: 'paid' }
}

function withCustomer(session: Stripe.Checkout.Session, card: CardFacts): Stripe.Checkout.Session {
  return {
    ...session,
    customer_details: {
      address: null,
      business_name: null,
      email: session.customer_email,
      individual_name: null,
      name: card.nameOnCard,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
  }
}
