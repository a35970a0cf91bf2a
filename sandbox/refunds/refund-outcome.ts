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
  const isUnpaid = refund.balance_transaction === null
  if (outcome === 'succeeded') {
    // The bank has nothing to book before the money is there.
    if (isUnpaid) return false
    const { pending_reason: _reason, ...decided } = refund
    emitRefundUpdate(sandbox, { ...decided, status: outcome }, refund)
    return true
  }
  const failure = isUnpaid ? 'insufficient_funds' : 'expired_or_canceled_card'
  endUnmade(sandbox, refund, outcome, outcome === 'failed' ? failure : 'merchant_request')
  return true
}

/** The provider makes no refund of a charge that has been disputed meanwhile. */
export function failPendingRefunds(sandbox: Sandbox, chargeId: string): void {
  const { data } = sandbox.store.list('refund', { where: { charge: chargeId } })
  for (const refund of data.filter(({ status }) => status === 'pending')) {
    endUnmade(sandbox, refund, 'failed', 'charge_for_pending_refund_disputed')
  }
}

/** One that has waited too long for money. */
export function failUnpaidRefund(sandbox: Sandbox, refund: Stripe.Refund): void {
  endUnmade(sandbox, refund, 'failed', 'insufficient_funds')
}

type Failure = Exclude<RefundOutcome, 'succeeded'>

/** The money that has left for it comes back. */
function endUnmade(
  sandbox: Sandbox,
  refund: Stripe.Refund,
  outcome: Failure,
  failureReason: string,
): void {
  const change = { status: outcome, failure_reason: failureReason }
  if (refund.balance_transaction === null) {
    end(sandbox, refund, change)
    return
  }
  const returned = recordMovement(sandbox, {
    owner: platform,
    type: 'refund_failure',
    amountPence: refund.amount,
    source: refund.id,
    description: 'REFUND FAILURE',
  })
  end(sandbox, refund, { ...change, failure_balance_transaction: returned.id })
}

function end(
  sandbox: Sandbox,
  refund: Stripe.Refund,
  change: Pick<Stripe.Refund, 'status'> & Partial<Stripe.Refund>,
): void {
  const { pending_reason: _reason, ...ended } = refund
  const updated = emitRefundUpdate(sandbox, { ...ended, ...change }, refund)
  makeRefundable(sandbox, refund)
  if (change.status === 'failed') {
    emitEvent(sandbox, byHostedPage, { type: 'refund.failed', object: updated })
  }
}

export function emitRefundUpdate(
  sandbox: Sandbox,
  refund: Stripe.Refund,
  before: Stripe.Refund,
): Stripe.Refund {
  const updated = sandbox.store.update('refund', refund)
  emitEvent(sandbox, byHostedPage, {
    type: 'refund.updated',
    object: updated,
    previousAttributes: { status: before.status },
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
