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
import type { Sandbox } from '../state/sandbox.ts'
import { idOf } from '../storage/ids.ts'
import { platform } from '../storage/object-store.ts'
import { makeRefund } from './make-refund.ts'

type Refund = Stripe.Refund
type Params = Stripe.RefundCreateParams

export const refundOperations = [
  serve('Refunds.create', createRefund),
  serve('Refunds.retrieve', getRefund),
  serve('Refunds.list', listRefunds),
]

function createRefund(sandbox: Sandbox, call: Call<Params>): Refund {
  const { params } = call
  checkServed(params)
  return makeRefund(sandbox, call.cause, {
    charge: findCharge(sandbox, params),
    amountPence: params.amount,
    metadata: storedMetadata(params.metadata),
    reason: params.reason ?? null,
  })
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
