// A payment without a checkout, confirmed at once with the name of a test card: the provider offers that to tests.
import type { Stripe } from 'stripe'
import { storedMetadata } from '../api/metadata.ts'
import { serve, type Call } from '../api/operation.ts'
import { missingParameter, noSuch, notServed } from '../api/stripe-failure.ts'
import { emitEvent } from '../events/snapshot-event.ts'
import { currency } from '../money/amounts.ts'
import { cardOfMethod } from '../payments/card.ts'
import { newPaymentIntent } from '../payments/payment-intent.ts'
import type { Sandbox } from '../state/sandbox.ts'
import { payIntent } from './paid-intent.ts'

type Params = Stripe.PaymentIntentCreateParams

export const directPaymentOperations = [serve('PaymentIntents.create', payAtOnce)]

const servedParams = new Set([
  'amount',
  'currency',
  'confirm',
  'payment_method',
  'allowed_payment_method_types',
  'capture_method',
  'description',
  'metadata',
  'transfer_group',
  'expand',
])

function payAtOnce(sandbox: Sandbox, { params, cause }: Call<Params>): Stripe.PaymentIntent {
  checkServed(params)
  if (params.payment_method === undefined) throw missingParameter('payment_method')
  const card = cardOfMethod(params.payment_method, new Date())
  if (!card) throw noSuch('PaymentMethod', params.payment_method, 'payment_method')
  const created = sandbox.clock.now()
  const payment = {
    captureMethod: params.capture_method === 'automatic' ? 'automatic' : 'automatic_async',
    description: params.description ?? null,
    metadata: storedMetadata(params.metadata),
    transferGroup: params.transfer_group ?? null,
    statementDescriptorSuffix: null,
  } as const
  const intent = newPaymentIntent(payment, params.amount, created)
  sandbox.store.insert('payment_intent', intent, { created })
  emitEvent(sandbox, cause, { type: 'payment_intent.created', object: intent })
  return payIntent(sandbox, cause, intent, { card })
}

function checkServed(params: Params): void {
  for (const name of Object.keys(params)) {
    if (!servedParams.has(name)) throw notServed(name, name)
  }
  if (params.currency !== currency) throw notServed('currencies other than gbp', 'currency')
  if (params.confirm !== true) throw notServed('payments that are confirmed later', 'confirm')
  if (params.capture_method === 'manual') throw notServed('separate capture', 'capture_method')
  if (params.allowed_payment_method_types?.join() !== 'card') {
    throw notServed('payments without cards', 'allowed_payment_method_types')
  }
}
