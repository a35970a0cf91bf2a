// Reads of early fraud warnings.
import type { Stripe } from 'stripe'
import { listObjects } from '../api/lists.ts'
import { serve, type Call } from '../api/operation.ts'
import { notFound } from '../api/stripe-failure.ts'
import type { Sandbox } from '../state/sandbox.ts'

export const fraudWarningOperations = [
  serve('Radar/EarlyFraudWarnings.retrieve', getWarning),
  serve('Radar/EarlyFraudWarnings.list', listWarnings),
]

function getWarning({ store }: Sandbox, call: Call<object>): Stripe.Radar.EarlyFraudWarning {
  const id = call.path['id'] ?? ''
  const warning = store.find('radar.early_fraud_warning', id, call.owner)
  if (!warning) throw notFound('early_fraud_warning', id)
  return warning
}

function listWarnings(sandbox: Sandbox, call: Call<Stripe.Radar.EarlyFraudWarningListParams>) {
  const { charge, payment_intent } = call.params
  const where = { charge, payment_intent }
  return listObjects(sandbox, 'radar.early_fraud_warning', call, {
    url: '/v1/radar/early_fraud_warnings',
    where,
  })
}
