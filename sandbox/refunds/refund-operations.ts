// Refunds: the customer's money is returned to the card; transfers already made are not changed.
import type { Stripe } from 'stripe'
import { listObjects } from '../api/lists.ts'
import { storedMetadata } from '../api/metadata.ts'
import { serve, type Call } from '../api/operation.ts'
import {
  invalidParameter,
  missingParameter,
  noSuch,
  notFound,
  notServed,
  refusal,
} from '../api/stripe-failure.ts'
import { emitEvent } from '../events/snapshot-event.ts'
import { currency, formatPounds } from '../money/amounts.ts'
import type { Sandbox } from '../state/sandbox.ts'
import { idOf, newId } from '../storage/ids.ts'
import { platform } from '../storage/object-store.ts'
import { fundRefund } from './refund-funding.ts'

type Refund = Stripe.Refund
type Params = Stripe.RefundCreateParams

export const refundOperations = [
  serve('Refunds.create', createRefund),
  serve('Refunds.retrieve', getRefund),
  serve('Refunds.list', listRefunds),
]

function createRefund(sandbox: Sandbox, call: Call<Params>): Refund {
  const { store, clock } = sandbox
  const { params } = call
  checkServed(params)
  const charge = findCharge(sandbox, params)
  const amount = checkAmount(charge, params.amount)
  const id = newId('re')
  const created = clock.now()
  const refund = store.insert(
    'refund',
    {
      id,
      object: 'refund',
      amount,
      charge: charge.id,
      created,
      currency,
      customer: null,
      customer_account: null,
      metadata: storedMetadata(params.metadata),
      payment_intent: charge.payment_intent,
      payment_method: charge.payment_method,
      reason: params.reason ?? null,
      receipt_number: null,
      source_transfer_reversal: null,
      transfer_reversal: null,
      ...fundRefund(sandbox, charge, { id, amount }),
    },
    { created },
  )
  const amountRefunded = charge.amount_refunded + amount
  const updated = store.update('charge', {
    ...charge,
    amount_refunded: amountRefunded,
    refunded: amountRefunded === charge.amount,
  })
  emitEvent(sandbox, call.cause, { type: 'refund.created', object: refund })
  emitEvent(sandbox, call.cause, {
    type: 'charge.refunded',
    object: updated,
    previousAttributes: { amount_refunded: charge.amount_refunded, refunded: charge.refunded },
  })
  return refund
}

function checkServed(params: Params): void {
  const unserved = [
    'currency',
    'customer',
    'instructions_email',
    'origin',
    'refund_application_fee',
    'reverse_transfer',
  ] as const
  for (const name of unserved) {
    if (params[name] !== undefined && params[name] !== false) throw notServed(name, name)
  }
}

function findCharge({ store }: Sandbox, params: Params): Stripe.Charge {
  const { charge: chargeId, payment_intent: intentId } = params
  if (chargeId && intentId) {
    throw invalidParameter(
      'You may only specify one of these parameters: charge, payment_intent.',
      { code: 'parameter_unknown', param: 'payment_intent' },
    )
  }
  if (chargeId) {
    const charge = store.find('charge', chargeId, platform)
    if (!charge) throw noSuch('charge', chargeId, 'charge')
    return charge
  }
  if (!intentId) throw missingParameter('charge')
  const intent = store.find('payment_intent', intentId)
  if (!intent) throw noSuch('payment_intent', intentId, 'payment_intent')
  const charge = store.find('charge', idOf(intent.latest_charge), platform)
  if (charge?.status === 'succeeded') return charge
  throw refusal(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, {
    param: 'payment_intent',
  })
}

function checkAmount(charge: Stripe.Charge, requested: number | undefined): number {
  if (charge.status !== 'succeeded') {
    throw refusal(`Charge ${charge.id} was not paid and cannot be refunded.`, {
      code: 'charge_not_refundable',
    })
  }
  const left = charge.amount - charge.amount_refunded
  if (left === 0) {
    throw refusal(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  }
  const amount = requested ?? left
  if (amount <= left) return amount
  throw refusal(
    `Refund amount (${formatPounds(amount)}) is greater than unrefunded amount on charge (${formatPounds(left)})`,
    { param: 'amount' },
  )
}

function getRefund({ store }: Sandbox, call: Call<object>): Refund {
  const id = call.path['id'] ?? ''
  const refund = store.find('refund', id, call.owner)
  if (!refund) throw notFound('refund', id)
  return refund
}

function listRefunds(sandbox: Sandbox, call: Call<Stripe.RefundListParams>) {
  const { charge, payment_intent } = call.params
  const where = { charge, payment_intent }
  return listObjects(sandbox, 'refund', call, { url: '/v1/refunds', where })
}
