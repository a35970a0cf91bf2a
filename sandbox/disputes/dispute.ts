// The dispute of a card payment as the API shows it.
import type { Stripe } from 'stripe'
import { currency } from '../money/amounts.ts'
import { newId } from '../storage/ids.ts'

export type Dispute = Stripe.Dispute

export interface Claim {
  reason: DisputeReason
  /** The bank only asks: no money moves, unless it escalates its question to a dispute. */
  isInquiry: boolean
  amountPence: number
}

/** The card holder's reasons, with Visa's code of each. */
const networkCodes = {
  credit_not_processed: '13.6',
  duplicate: '12.6.1',
  fraudulent: '10.4',
  general: null,
  product_not_received: '13.1',
  product_unacceptable: '13.3',
  subscription_canceled: '13.2',
  unrecognized: null,
} as const
export type DisputeReason = keyof typeof networkCodes
export const disputeReasons = [
  'credit_not_processed',
  'duplicate',
  'fraudulent',
  'general',
  'product_not_received',
  'product_unacceptable',
  'subscription_canceled',
  'unrecognized',
] as const satisfies DisputeReason[]

const inquiryCode = '10'
const daySeconds = 24 * 60 * 60
const daysToRespond = 8

export function newDispute(charge: Stripe.Charge, claim: Claim, created: number): Dispute {
  return {
    id: newId('du'),
    object: 'dispute',
    amount: claim.amountPence,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: unansweredUntil(respondBy(created)),
    intended_submission_method: null,
    is_charge_refundable: claim.isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: { card: cardDetails(charge, claim), type: 'card' },
    reason: claim.reason,
    status: claim.isInquiry ? 'warning_needs_response' : 'needs_response',
  }
}

function cardDetails(
  { payment_method_details: details }: Stripe.Charge,
  { reason, isInquiry: isAsked }: Claim,
): Stripe.Dispute.PaymentMethodDetails.Card {
  const brand = details?.card?.brand ?? 'unknown'
  return {
    brand,
    case_type: isAsked ? 'inquiry' : 'chargeback',
    network: brand,
    network_reason_code: isAsked ? inquiryCode : networkCodes[reason],
  }
}

/** The end of the eighth day (UTC) after the dispute was opened, as in the provider's test mode; at most 21 days with a live key. */
export function respondBy(openedAt: number): number {
  const midnight = openedAt - (openedAt % daySeconds)
  return midnight + (daysToRespond + 1) * daySeconds - 1
}

export function unansweredUntil(dueBy: number): Dispute['evidence_details'] {
  return {
    due_by: dueBy,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: 'not_submitted',
  }
}

export function isInquiry({ status }: Dispute): boolean {
  return status.startsWith('warning_')
}

export function isOpen({ status }: Dispute): boolean {
  return needsResponse(status) || status === 'under_review' || status === 'warning_under_review'
}

export function needsResponse(status: Dispute['status']): boolean {
  return status === 'needs_response' || status === 'warning_needs_response'
}

const noEvidence: Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}
