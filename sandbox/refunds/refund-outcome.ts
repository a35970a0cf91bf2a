// The outcome of a refund at the card's bank, days later: the money arrives, or it is returned.
import type { Stripe } from 'stripe'
import { emitEvent } from '../events/snapshot-event.ts'
import { recordMovement } from '../money/balance.ts'
import { byHostedPage, type Sandbox } from '../state/sandbox.ts'
import { idOf } from '../storage/ids.ts'
import { platform } from '../storage/object-store.ts'

export const refundOutcomes = ['succeeded', 'failed', 'canceled'] as const
export type RefundOutcome = (typeof refundOutcomes)[number]

/** Even a refund that succeeded may fail later. Returns whether there is such a refund. */
export function decideRefund(sandbox: Sandbox, id: string, outcome: RefundOutcome): boolean {
  const refund = sandbox.store.find('refund', id)
  if (!refund || refund.status === 'failed' || refund.status === 'canceled') return false
  if (outcome === 'succeeded') {
    emitUpdate(sandbox, refund, { status: outcome })
    return true
  }
  const returned = recordMovement(sandbox, {
    owner: platform,
    type: 'refund_failure',
    amountPence: refund.amount,
    source: refund.id,
    description: 'REFUND FAILURE',
  })
  const failed = emitUpdate(sandbox, refund, {
    status: outcome,
    failure_balance_transaction: returned.id,
    failure_reason: outcome === 'failed' ? 'expired_or_canceled_card' : 'merchant_request',
  })
  makeRefundable(sandbox, refund)
  if (outcome === 'failed')
    emitEvent(sandbox, byHostedPage, { type: 'refund.failed', object: failed })
  return true
}

function emitUpdate(
  sandbox: Sandbox,
  refund: Stripe.Refund,
  change: Partial<Stripe.Refund>,
): Stripe.Refund {
  const updated = sandbox.store.update('refund', { ...refund, ...change })
  emitEvent(sandbox, byHostedPage, {
    type: 'refund.updated',
    object: updated,
    previousAttributes: { status: refund.status },
  })
  return updated
}

function makeRefundable({ store }: Sandbox, refund: Stripe.Refund): void {
  const charge = store.find('charge', idOf(refund.charge))
  if (!charge) return
  store.update('charge', {
    ...charge,
    amount_refunded: charge.amount_refunded - refund.amount,
    refunded: false,
  })
}
