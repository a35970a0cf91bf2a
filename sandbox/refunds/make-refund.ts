// A refund is made: by the API, or by a person on the provider's dashboard.
import type { Stripe } from 'stripe'
import { refusal } from '../api/stripe-failure.ts'
import { emitEvent } from '../events/snapshot-event.ts'
import { endFraudWarnings } from '../fraud-warnings/fraud-warning.ts'
import { currency, formatPounds } from '../money/amounts.ts'
import type { Cause, Sandbox } from '../state/sandbox.ts'
import { newId } from '../storage/ids.ts'
import { fundRefund } from './refund-funding.ts'

export interface NewRefund {
  charge: Stripe.Charge
  /** All that is left when undefined. */
  amountPence: number | undefined
  metadata: Record<string, string>
  reason: Stripe.Refund['reason']
}

/** @throws StripeFailure for a charge that has nothing to refund, is disputed, or has less left. */
export function makeRefund(sandbox: Sandbox, cause: Cause, order: NewRefund): Stripe.Refund {
  const { store, clock } = sandbox
  const { charge, metadata, reason } = order
  refuseWhileDisputed(sandbox, charge)
  const amount = checkAmount(charge, order.amountPence)
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
      metadata,
      payment_intent: charge.payment_intent,
      payment_method: charge.payment_method,
      reason,
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
    refunded: amountRefunded === charge.amount_captured,
  })
  emitEvent(sandbox, cause, { type: 'refund.created', object: refund })
  emitEvent(sandbox, cause, {
    type: 'charge.refunded',
    object: updated,
    previousAttributes: { amount_refunded: charge.amount_refunded, refunded: charge.refunded },
  })
  if (updated.refunded) endFraudWarnings(sandbox, charge.id)
  return refund
}

/** Also after it is lost: the card holder has the money. An inquiry, and a dispute that was won, stop no refund. */
function refuseWhileDisputed({ store }: Sandbox, { id }: Stripe.Charge): void {
  const { data } = store.list('dispute', { where: { charge: id } })
  if (data.every((dispute) => dispute.is_charge_refundable)) return
  throw refusal(`Charge ${id} has been charged back; cannot issue a refund.`, {
    code: 'charge_disputed',
  })
}

function checkAmount(charge: Stripe.Charge, requested: number | undefined): number {
  if (charge.status !== 'succeeded') {
    throw refusal(`Charge ${charge.id} was not paid and cannot be refunded.`, {
      code: 'charge_not_refundable',
    })
  }
  const left = charge.amount_captured - charge.amount_refunded
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
