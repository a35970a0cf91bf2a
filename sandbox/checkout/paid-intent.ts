// A card pays: the money comes in, and the card holder or the bank may object at once.
import type { Stripe } from 'stripe'
import { objectToPayment } from '../disputes/test-card-claims.ts'
import { emitEvent } from '../events/snapshot-event.ts'
import { chargeOfIntent } from '../payments/charge.ts'
import type { Cause, Sandbox } from '../state/sandbox.ts'
import { newId } from '../storage/ids.ts'
import type { CardFacts } from '../storage/stored-kinds.ts'
import { receiveMoney } from './receive-money.ts'

export interface Paying {
  card: CardFacts
  /** What comes in, if not the whole amount: the payment still counts as paid. */
  receivedPence?: number
  authentication?: 'authenticated'
}

export function payIntent(
  sandbox: Sandbox,
  cause: Cause,
  intent: Stripe.PaymentIntent,
  { card, receivedPence = intent.amount, ...authentication }: Paying,
): Stripe.PaymentIntent {
  const { clock, store } = sandbox
  const created = clock.now()
  const chargeId = newId('ch')
  const movement = receiveMoney(sandbox, intent, { card, chargeId, amountPence: receivedPence })
  const charge = chargeOfIntent(intent, {
    id: chargeId,
    created,
    balanceTransaction: movement.id,
    capturedPence: receivedPence,
    card,
    ...authentication,
  })
  store.insert('charge', charge, { created })
  const paid = store.update('payment_intent', {
    ...intent,
    amount_received: receivedPence,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: charge.payment_method,
    status: 'succeeded',
  })
  emitEvent(sandbox, cause, { type: 'charge.succeeded', object: charge })
  objectToPayment(sandbox, charge, card.behaviour)
  emitEvent(sandbox, cause, { type: 'payment_intent.succeeded', object: paid })
  return paid
}
