// The end of a dispute: won, lost, or an inquiry that is closed or becomes a dispute.
import type { Stripe } from 'stripe'
import { emitEvent } from '../events/snapshot-event.ts'
import { failPendingRefunds } from '../refunds/refund-outcome.ts'
import { byHostedPage, type Cause, type Sandbox } from '../state/sandbox.ts'
import { idOf } from '../storage/ids.ts'
import type { DisputeOutcome } from '../storage/stored-kinds.ts'
import { isInquiry, isOpen, respondBy, unansweredUntil, type Dispute } from './dispute.ts'
import { endCourse, findDueCourses, planCourse } from './dispute-course.ts'
import { reinstateFunds, returnCounteredFee } from './dispute-money.ts'
import { keptPence, withdraw } from './open-dispute.ts'

/** Those whose deadline has passed are lost; those whose evidence says so are decided as it says. */
export function decideDueDisputes(sandbox: Sandbox): void {
  for (const { dispute, outcome } of findDueCourses(sandbox)) {
    const isDecided = decideDispute(sandbox, byHostedPage, dispute, outcome)
    if (!isDecided) decideDispute(sandbox, byHostedPage, dispute, 'warning_closed')
  }
}

/** Returns whether there is such a dispute and it can end so. A lost one may still be won: the bank changes its mind. */
export function decideDispute(
  sandbox: Sandbox,
  cause: Cause,
  id: string,
  outcome: DisputeOutcome,
): boolean {
  const dispute = sandbox.store.find('dispute', id)
  if (!dispute) return false
  const isDecidable = isOpen(dispute) || (outcome === 'won' && dispute.status === 'lost')
  const isOfInquiry = outcome === 'warning_closed' || outcome === 'escalated'
  if (!isDecidable || isOfInquiry !== isInquiry(dispute)) return false
  if (outcome === 'escalated') return escalate(sandbox, cause, dispute)
  const counteredFeePence = endCourse(sandbox, id)
  if (outcome === 'won') win(sandbox, cause, dispute, counteredFeePence)
  else close(sandbox, cause, { ...dispute, status: outcome })
  return true
}

function win(sandbox: Sandbox, cause: Cause, dispute: Dispute, counteredFeePence: number): void {
  const reinstated = sandbox.store.update('dispute', {
    ...dispute,
    balance_transactions: [...dispute.balance_transactions, reinstateFunds(sandbox, dispute)],
    is_charge_refundable: true,
    status: 'won',
  })
  returnCounteredFee(sandbox, counteredFeePence)
  emitEvent(sandbox, cause, { type: 'charge.dispute.funds_reinstated', object: reinstated })
  close(sandbox, cause, reinstated)
}

function close(sandbox: Sandbox, cause: Cause, dispute: Dispute): void {
  const closed = sandbox.store.update('dispute', dispute)
  emitEvent(sandbox, cause, { type: 'charge.dispute.closed', object: closed })
}

/**
 * The same dispute with a new deadline, now with money. A payment that has been refunded wholly meanwhile is not disputed
 * any more.
 */
function escalate(sandbox: Sandbox, cause: Cause, inquiry: Dispute): boolean {
  const charge = sandbox.store.find('charge', idOf(inquiry.charge))
  if (!charge || keptPence(sandbox, charge) === 0) return false
  const dispute = withdraw(sandbox, {
    ...inquiry,
    evidence_details: unansweredUntil(respondBy(sandbox.clock.now())),
    is_charge_refundable: false,
    payment_method_details: asChargeback(inquiry),
    status: 'needs_response',
  })
  planCourse(sandbox, dispute)
  emitEvent(sandbox, cause, {
    type: 'charge.dispute.updated',
    object: dispute,
    previousAttributes: { status: inquiry.status },
  })
  emitEvent(sandbox, cause, { type: 'charge.dispute.funds_withdrawn', object: dispute })
  failPendingRefunds(sandbox, charge.id)
  return true
}

function asChargeback({
  payment_method_details: details,
}: Dispute): Stripe.Dispute.PaymentMethodDetails {
  if (!details?.card) throw new Error('A dispute of a payment without a card.')
  return { ...details, card: { ...details.card, case_type: 'chargeback' } }
}
