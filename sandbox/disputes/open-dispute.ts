// A card holder disputes a payment at the bank, or the bank asks about it.
import type { Stripe } from 'stripe'
import { emitEvent } from '../events/snapshot-event.ts'
import { endFraudWarnings } from '../fraud-warnings/fraud-warning.ts'
import { failPendingRefunds } from '../refunds/refund-outcome.ts'
import type { Cause, Sandbox } from '../state/sandbox.ts'
import { isInquiry, newDispute, type Claim, type Dispute } from './dispute.ts'
import { planCourse } from './dispute-course.ts'
import { withdrawFunds } from './dispute-money.ts'

export function openDispute(
  sandbox: Sandbox,
  cause: Cause,
  charge: Stripe.Charge,
  claim: Claim,
): Dispute {
  const { clock, store } = sandbox
  const created = clock.now()
  const dispute = newDispute(charge, claim, created)
  store.insert('dispute', dispute, { created })
  planCourse(sandbox, dispute)
  store.update('charge', { ...charge, disputed: true })
  endFraudWarnings(sandbox, charge.id)
  if (isInquiry(dispute)) {
    emitEvent(sandbox, cause, { type: 'charge.dispute.created', object: dispute })
    return dispute
  }
  const withdrawn = withdraw(sandbox, dispute)
  emitEvent(sandbox, cause, { type: 'charge.dispute.created', object: withdrawn })
  emitEvent(sandbox, cause, { type: 'charge.dispute.funds_withdrawn', object: withdrawn })
  failPendingRefunds(sandbox, charge.id)
  return withdrawn
}

/** Takes the money of a dispute that has just been opened, or of an inquiry that has become one. */
export function withdraw(sandbox: Sandbox, dispute: Dispute): Dispute {
  const withdrawal = withdrawFunds(sandbox, dispute)
  return sandbox.store.update('dispute', { ...dispute, balance_transactions: [withdrawal] })
}

/** What has not been refunded. A refund that is pending may still fail, so it does not count. */
export function keptPence({ store }: Sandbox, charge: Stripe.Charge): number {
  const { data } = store.list('refund', { where: { charge: charge.id } })
  return data
    .filter(({ status }) => status === 'succeeded')
    .reduce((left, { amount }) => left - amount, charge.amount_captured)
}
