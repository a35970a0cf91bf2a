// A reversal as the account sees it that gives the money back: a refund of the payment that the transfer was to it.
import type { Stripe } from 'stripe'
import { currency } from '../money/amounts.ts'
import { recordMovement } from '../money/balance.ts'
import type { Sandbox } from '../state/sandbox.ts'
import { idOf, newId } from '../storage/ids.ts'

export interface TakenBack {
  transfer: Stripe.Transfer
  reversalId: string
  amount: number
  /** Unix seconds. */
  availableOn: number
}

/** Returns the refund's id. */
export function refundPayment(sandbox: Sandbox, taken: TakenBack): string {
  const { clock, store } = sandbox
  const { amount, availableOn, reversalId, transfer } = taken
  const owner = idOf(transfer.destination)
  const payment = idOf(transfer.destination_payment)
  const id = newId('pyr')
  const created = clock.now()
  const movement = recordMovement(sandbox, {
    owner,
    type: 'payment_refund',
    amountPence: -amount,
    source: id,
    availableOn,
    description: 'REFUND FOR PAYMENT',
  })
  store.insert(
    'refund',
    {
      id,
      object: 'refund',
      amount,
      balance_transaction: movement.id,
      charge: payment,
      created,
      currency,
      customer: null,
      customer_account: null,
      metadata: {},
      payment_intent: null,
      payment_method: null,
      reason: null,
      receipt_number: null,
      source_transfer_reversal: reversalId,
      status: 'succeeded',
      transfer_reversal: null,
    },
    { created, owner },
  )
  markRefunded(sandbox, payment, amount)
  return id
}

function markRefunded({ store }: Sandbox, paymentId: string, amount: number): void {
  const payment = store.find('charge', paymentId)
  if (!payment) return
  const amountRefunded = payment.amount_refunded + amount
  const refunded = amountRefunded === payment.amount
  store.update('charge', { ...payment, amount_refunded: amountRefunded, refunded })
}
