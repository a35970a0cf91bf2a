// Payments whose money comes in days after the checkout is complete, or does not. Two test cards do so, in place of the
// payment methods that ask a bank first.
import type { Stripe } from 'stripe'
import { emitEvent } from '../events/snapshot-event.ts'
import { chargeOfIntent } from '../payments/charge.ts'
import { byHostedPage, type Sandbox } from '../state/sandbox.ts'
import { idOf, newId } from '../storage/ids.ts'
import type { CardFacts } from '../storage/stored-kinds.ts'
import { getCheckoutOrder } from './checkout-order.ts'
import { receiveMoney } from './receive-money.ts'

export const paymentOutcomes = ['succeeded', 'failed'] as const
export type PaymentOutcome = (typeof paymentOutcomes)[number]

const decidesAfterSeconds = 3 * 24 * 60 * 60

/** The checkout is complete, and not paid. */
export function beginDelayedPayment(
  sandbox: Sandbox,
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent,
  card: CardFacts,
): void {
  const { clock, store } = sandbox
  const created = clock.now()
  const charge = chargeOfIntent(intent, {
    id: newId('ch'),
    created,
    balanceTransaction: null,
    card,
    isPending: true,
  })
  store.insert('charge', charge, { created })
  store.update('checkout.order', { ...getCheckoutOrder(sandbox, session.id), waitingCard: card })
  const processing = store.update('payment_intent', {
    ...intent,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: charge.payment_method,
    status: 'processing',
  })
  const completed = store.update('checkout.session', {
    ...session,
    payment_intent: intent.id,
    status: 'complete',
    url: null,
  })
  emitEvent(sandbox, byHostedPage, { type: 'charge.pending', object: charge })
  emitEvent(sandbox, byHostedPage, { type: 'payment_intent.processing', object: processing })
  emitEvent(sandbox, byHostedPage, { type: 'checkout.session.completed', object: completed })
}

/** Those that have waited for three days end as their card says. */
export function decideDuePayments(sandbox: Sandbox): void {
  const { clock, db, store } = sandbox
  const due = db
    .prepare(
      `SELECT id FROM objects INDEXED BY charges_to_decide WHERE kind = 'charge'
         AND json_extract(body, '$.status') = 'pending' AND created <= ?`,
    )
    .all(clock.now() - decidesAfterSeconds)
  for (const row of due) {
    const charge = store.find('charge', String(row['id']))
    const session = charge && sessionOf(sandbox, charge)
    if (!charge || !session) continue
    const card = waitingCard(sandbox, session)
    decide(
      sandbox,
      { charge, session, card },
      card.behaviour === 'fails-later' ? 'failed' : 'succeeded',
    )
  }
}

/** Returns whether this checkout waits for its money. */
export function decidePayment(
  sandbox: Sandbox,
  sessionId: string,
  outcome: PaymentOutcome,
): boolean {
  const { store } = sandbox
  const session = store.find('checkout.session', sessionId)
  const intent = session && store.find('payment_intent', idOf(session.payment_intent))
  const charge = intent && store.find('charge', idOf(intent.latest_charge))
  if (!session || charge?.status !== 'pending') return false
  decide(sandbox, { charge, session, card: waitingCard(sandbox, session) }, outcome)
  return true
}

function sessionOf({ store }: Sandbox, charge: Stripe.Charge): Stripe.Checkout.Session | undefined {
  const where = { payment_intent: idOf(charge.payment_intent) }
  return store.list('checkout.session', { where }).data[0]
}

function waitingCard(sandbox: Sandbox, session: Stripe.Checkout.Session): CardFacts {
  const { waitingCard: card } = getCheckoutOrder(sandbox, session.id)
  if (!card) throw new Error(`The session ${session.id} waits for no card.`)
  return card
}

interface Waiting {
  charge: Stripe.Charge
  session: Stripe.Checkout.Session
  card: CardFacts
}

function decide(sandbox: Sandbox, waiting: Waiting, outcome: PaymentOutcome): void {
  if (outcome === 'succeeded') succeed(sandbox, waiting)
  else fail(sandbox, waiting)
  const order = getCheckoutOrder(sandbox, waiting.session.id)
  sandbox.store.update('checkout.order', { ...order, waitingCard: null })
}

function succeed(sandbox: Sandbox, { charge, session, card }: Waiting): void {
  const { store } = sandbox
  const intent = intentOf(sandbox, charge)
  const movement = receiveMoney(sandbox, intent, { card, chargeId: charge.id })
  const received = store.update('charge', {
    ...charge,
    amount_captured: charge.amount,
    balance_transaction: movement.id,
    paid: true,
    status: 'succeeded',
  })
  const paid = store.update('payment_intent', {
    ...intent,
    amount_received: intent.amount,
    status: 'succeeded',
  })
  const settled = store.update('checkout.session', { ...session, payment_status: 'paid' })
  emitEvent(sandbox, byHostedPage, { type: 'charge.succeeded', object: received })
  emitEvent(sandbox, byHostedPage, { type: 'payment_intent.succeeded', object: paid })
  emitEvent(sandbox, byHostedPage, {
    type: 'checkout.session.async_payment_succeeded',
    object: settled,
  })
}

/** The checkout stays complete and unpaid for ever: its page cannot be opened again. */
function fail(sandbox: Sandbox, { charge, session }: Waiting): void {
  const { store } = sandbox
  const failure = { code: 'payment_intent_payment_attempt_failed', message: 'The payment failed.' }
  const failed = store.update('charge', {
    ...charge,
    failure_code: failure.code,
    failure_message: failure.message,
    status: 'failed',
  })
  const intent = store.update('payment_intent', {
    ...intentOf(sandbox, charge),
    last_payment_error: { type: 'card_error', ...failure, charge: charge.id },
    payment_method: null,
    status: 'requires_payment_method',
  })
  emitEvent(sandbox, byHostedPage, { type: 'charge.failed', object: failed })
  emitEvent(sandbox, byHostedPage, { type: 'payment_intent.payment_failed', object: intent })
  emitEvent(sandbox, byHostedPage, {
    type: 'checkout.session.async_payment_failed',
    object: session,
  })
}

function intentOf({ store }: Sandbox, charge: Stripe.Charge): Stripe.PaymentIntent {
  const intent = store.find('payment_intent', idOf(charge.payment_intent))
  if (!intent) throw new Error(`The charge ${charge.id} belongs to no payment.`)
  return intent
}
