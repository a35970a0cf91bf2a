// Disputes of card payments: what customers' banks ask, take back and decide.

import type Stripe from 'stripe'
import type { EvidenceField } from '#rules/payments/dispute-evidence.ts'
import type { EvidenceFileField } from '#rules/payments/evidence-files.ts'
import type { ListedDispute, Payments } from './payments.ts'
import type { callsWithDeadline } from './stripe-problems.ts'

type State = ListedDispute['state']

const states: Partial<Record<string, State>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'closed',
  // Answered by the provider itself, before the bank has taken anything.
  prevented: 'closed',
  needs_response: 'open',
  under_review: 'answered',
  appeal_needs_response: 'answered',
  appeal_under_review: 'answered',
  lost: 'lost',
  won: 'won',
}

/** The provider may add new states: the money is with the bank then, as far as anybody knows. */
export function stateOfDispute({ status }: Stripe.Dispute): State {
  return states[status] ?? 'open'
}

/** Also where a former answer counts: that to an inquiry is none to the dispute that it has become. */
function waitsForEvidence({ status }: Stripe.Dispute): boolean {
  return status === 'warning_needs_response' || status === 'needs_response'
}

/** The bank has the amount, and has not decided. */
export function isDeciding(state: State): boolean {
  return state === 'open' || state === 'answered'
}

export function asListedDispute(dispute: Stripe.Dispute): ListedDispute {
  const { due_by: dueBy, submission_count: submissions } = dispute.evidence_details
  return {
    disputeId: dispute.id,
    chargeId: typeof dispute.charge === 'string' ? dispute.charge : dispute.charge.id,
    state: stateOfDispute(dispute),
    pence: dispute.amount,
    reason: dispute.reason,
    openedAt: new Date(dispute.created * 1000),
    answerBy: dueBy === null ? null : new Date(dueBy * 1000),
    isAnswered: submissions > 0 && !waitsForEvidence(dispute),
  }
}

type Calls = Pick<ReturnType<typeof callsWithDeadline>, 'callWithKey'>

/** Each text in the provider's words. */
const evidenceNames = {
  customerName: 'customer_name',
  customerEmail: 'customer_email_address',
  bought: 'product_description',
  servedOn: 'service_date',
  accessLog: 'access_activity_log',
  refundPolicy: 'refund_policy_disclosure',
  refundRefusal: 'refund_refusal_explanation',
  messages: 'uncategorized_text',
} as const satisfies Record<EvidenceField, keyof Stripe.DisputeUpdateParams.Evidence>

/** Each file in the provider's words. */
const fileNames = {
  receipt: 'receipt',
  service: 'service_documentation',
  messages: 'customer_communication',
  other: 'uncategorized_file',
} as const satisfies Record<EvidenceFileField, keyof Stripe.DisputeUpdateParams.Evidence>

export function disputeCalls(
  stripe: Stripe,
  { callWithKey }: Calls,
): Pick<Payments, 'sendEvidence' | 'uploadEvidence'> {
  return {
    async uploadEvidence({ name, mediaType, bytes, idempotencyKey }) {
      const file = { name, type: mediaType, data: bytes }
      const { id } = await callWithKey(() =>
        stripe.files.create({ purpose: 'dispute_evidence', file }, { idempotencyKey }),
      )
      return id
    },

    async sendEvidence({ disputeId, evidence, files, idempotencyKey }) {
      // The fields of the tables. One without a file is empty, so that none stays of a former attempt.
      const texts = Object.entries(evidenceNames).map(([field, name]) => [
        name,
        evidence[field as EvidenceField],
      ])
      const ids = Object.entries(fileNames).map(([field, name]) => [
        name,
        files[field as EvidenceFileField] ?? '',
      ])
      await callWithKey(() =>
        stripe.disputes.update(
          disputeId,
          { evidence: Object.fromEntries([...texts, ...ids]), submit: true },
          { idempotencyKey },
        ),
      )
    },
  }
}
