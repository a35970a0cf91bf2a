// Reads of payment intents and charges.
import type { Stripe } from 'stripe'
import { listObjects } from '../api/lists.ts'
import { serve, type Call } from '../api/operation.ts'
import { notFound, notServed } from '../api/stripe-failure.ts'
import type { Sandbox } from '../state/sandbox.ts'

export const paymentOperations = [
  serve('PaymentIntents.retrieve', getPaymentIntent),
  serve('PaymentIntents.list', listPaymentIntents),
  serve('Charges.retrieve', getCharge),
  serve('Charges.list', listCharges),
]

function getPaymentIntent({ store }: Sandbox, call: Call<object>): Stripe.PaymentIntent {
  const id = call.path['id'] ?? ''
  const intent = store.find('payment_intent', id, call.owner)
  if (!intent) throw notFound('payment_intent', id)
  return intent
}

function listPaymentIntents(sandbox: Sandbox, call: Call<Stripe.PaymentIntentListParams>) {
  const { customer, customer_account } = call.params
  if (customer ?? customer_account) throw notServed('payments by customer', 'customer')
  return listObjects(sandbox, 'payment_intent', call, { url: '/v1/payment_intents' })
}

function getCharge({ store }: Sandbox, call: Call<object>): Stripe.Charge {
  const id = call.path['id'] ?? ''
  const charge = store.find('charge', id, call.owner)
  if (!charge) throw notFound('charge', id)
  return charge
}

function listCharges(sandbox: Sandbox, call: Call<Stripe.ChargeListParams>) {
  const { customer, payment_intent, transfer_group } = call.params
  if (customer) throw notServed('charges by customer', 'customer')
  const where = { payment_intent, transfer_group }
  return listObjects(sandbox, 'charge', call, { url: '/v1/charges', where })
}
