// Evidence against a dispute: staged as a draft, then submitted to the bank, once.
import type { Stripe } from 'stripe'
import { invalidParameter, noSuch, notServed, refusal } from '../api/stripe-failure.ts'
import type { Sandbox } from '../state/sandbox.ts'
import { idOf } from '../storage/ids.ts'
import type { DisputeOutcome } from '../storage/stored-kinds.ts'
import { isInquiry, needsResponse, type Dispute } from './dispute.ts'
import { awaitDecision } from './dispute-course.ts'
import { takeCounteredFee } from './dispute-money.ts'

type EvidenceParams = Stripe.DisputeUpdateParams.Evidence

const maxEvidenceLength = 150_000

/** Of all files together: each may have a little more. */
const maxFilesBytes = 4.5 * 1024 * 1024

/** Fields that name an uploaded file. */
const fileFields = [
  'cancellation_policy',
  'customer_communication',
  'customer_signature',
  'duplicate_charge_documentation',
  'receipt',
  'refund_policy',
  'service_documentation',
  'shipping_documentation',
  'uncategorized_file',
] as const satisfies (keyof EvidenceParams)[]

/** What the bank decides after these texts, as in the provider's test mode. */
const decisions: Record<string, { dispute?: DisputeOutcome; inquiry?: DisputeOutcome }> = {
  winning_evidence: { dispute: 'won', inquiry: 'warning_closed' },
  losing_evidence: { dispute: 'lost', inquiry: 'warning_closed' },
  escalate_inquiry_evidence: { inquiry: 'escalated' },
}

/** @throws StripeFailure for evidence after the first submission, and for what the sandbox does not take. */
export function withEvidence(
  sandbox: Sandbox,
  dispute: Dispute,
  params: EvidenceParams | undefined,
): Dispute {
  if (!params || Object.keys(params).length === 0) return dispute
  // Assumption: the provider refuses it so. Its documentation says that evidence is usually submitted only once.
  if (!needsResponse(dispute.status)) {
    throw refusal('Evidence has already been submitted for this dispute.', { param: 'evidence' })
  }
  const { appeal, enhanced_evidence: enhanced, ...given } = params
  if (appeal) throw notServed('appeals', 'evidence[appeal]')
  if (enhanced) throw notServed('enhanced evidence', 'evidence[enhanced_evidence]')
  const values = Object.entries(given).map(([field, value]) => [field, value || null])
  const evidence: Dispute['evidence'] = { ...dispute.evidence, ...Object.fromEntries(values) }
  refuseUnknownFiles(sandbox, evidence)
  const length = Object.values(evidence).join('').length
  if (length > maxEvidenceLength) {
    throw invalidParameter(
      `The combined character count of all evidence is ${length}, which is more than ${maxEvidenceLength}.`,
      { param: 'evidence' },
    )
  }
  const details = { ...dispute.evidence_details, has_evidence: true }
  return { ...dispute, evidence, evidence_details: details }
}

function refuseUnknownFiles({ store }: Sandbox, evidence: Dispute['evidence']): void {
  let bytes = 0
  for (const [field, id] of filesOf(evidence)) {
    const file = store.find('file', id)
    if (!file) throw noSuch('file upload', id, `evidence[${field}]`)
    bytes += file.size
  }
  if (bytes > maxFilesBytes) {
    throw invalidParameter(
      "The files you've attached to this dispute as evidence will exceed the limit for a dispute's total size. Try using smaller files as evidence. Hint: if you've attached images, you might want to try providing them in lower resolutions.",
      { param: 'evidence' },
    )
  }
}

/** The fields that name a file, with its id. */
export function filesOf(evidence: Dispute['evidence']): [field: string, id: string][] {
  return fileFields.flatMap((field) => {
    const id = idOf(evidence[field])
    return id === '' ? [] : [[field, id]]
  })
}

/** Passes the evidence to the bank. Countering a dispute costs a fee; an answer to an inquiry is free. */
export function submitEvidence(sandbox: Sandbox, dispute: Dispute): Dispute {
  const isOfInquiry = isInquiry(dispute)
  const submitted: Dispute = {
    ...dispute,
    evidence_details: {
      ...dispute.evidence_details,
      submission_count: dispute.evidence_details.submission_count + 1,
      submission_method: 'manual',
    },
    status: isOfInquiry ? 'warning_under_review' : 'under_review',
  }
  const decision = decisions[dispute.evidence.uncategorized_text ?? '']
  awaitDecision(sandbox, submitted, {
    outcome: isOfInquiry ? decision?.inquiry : decision?.dispute,
    counteredFeePence: isOfInquiry ? 0 : takeCounteredFee(sandbox),
  })
  return submitted
}
