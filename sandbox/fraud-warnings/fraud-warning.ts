// Early fraud warnings: a bank reports a payment as fraud before anyone has disputed it.
import type { Stripe } from 'stripe'
import { emitEvent } from '../events/snapshot-event.ts'
import { byHostedPage, type Sandbox } from '../state/sandbox.ts'
import { idOf, newId } from '../storage/ids.ts'

type Warning = Stripe.Radar.EarlyFraudWarning

/** It moves no money. */
export function warnOfFraud(sandbox: Sandbox, charge: Stripe.Charge): Warning {
  const { clock, store } = sandbox
  const created = clock.now()
  const intent = idOf(charge.payment_intent)
  const warning: Warning = {
    id: newId('issfr'),
    object: 'radar.early_fraud_warning',
    actionable: !charge.disputed && !charge.refunded,
    charge: charge.id,
    created,
    fraud_type: 'unauthorized_use_of_card',
    livemode: false,
    ...(intent === '' ? {} : { payment_intent: intent }),
  }
  store.insert('radar.early_fraud_warning', warning, { created })
  emitEvent(sandbox, byHostedPage, { type: 'radar.early_fraud_warning.created', object: warning })
  return warning
}

/** Nothing can be done any more about a payment that is disputed, or refunded wholly. */
export function endFraudWarnings(sandbox: Sandbox, chargeId: string): void {
  const { store } = sandbox
  const { data } = store.list('radar.early_fraud_warning', { where: { charge: chargeId } })
  for (const warning of data.filter(({ actionable }) => actionable)) {
    const ended = store.update('radar.early_fraud_warning', { ...warning, actionable: false })
    emitEvent(sandbox, byHostedPage, {
      type: 'radar.early_fraud_warning.updated',
      object: ended,
      previousAttributes: { actionable: true },
    })
  }
}
