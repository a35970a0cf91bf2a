// The API's operations on disputes.
import type { Stripe } from 'stripe'
import { listObjects } from '../api/lists.ts'
import { storedMetadata } from '../api/metadata.ts'
import { serve, type Call } from '../api/operation.ts'
import { notFound, refusal } from '../api/stripe-failure.ts'
import { emitEvent } from '../events/snapshot-event.ts'
import type { Cause, Sandbox } from '../state/sandbox.ts'
import { idOf } from '../storage/ids.ts'
import { isInquiry, isOpen, needsResponse, type Dispute } from './dispute.ts'
import { submitEvidence, withEvidence } from './dispute-evidence.ts'
import { decideDispute } from './dispute-outcome.ts'

export const disputeOperations = [
  serve('Disputes.retrieve', retrieveDispute),
  serve('Disputes.list', listDisputes),
  serve('Disputes.update', updateDispute),
  serve('Disputes.close', closeDispute),
]

function retrieveDispute(sandbox: Sandbox, call: Call<object>): Dispute {
  return getDispute(sandbox, call)
}

function listDisputes(sandbox: Sandbox, call: Call<Stripe.DisputeListParams>) {
  const { charge, payment_intent } = call.params
  const where = { charge, payment_intent }
  return listObjects(sandbox, 'dispute', call, { url: '/v1/disputes', where })
}

function updateDispute(sandbox: Sandbox, call: Call<Stripe.DisputeUpdateParams>): Dispute {
  const { params } = call
  const before = getOpenDispute(sandbox, call)
  const staged = withEvidence(sandbox, before, params.evidence)
  const method = params.intended_submission_method
  const changed: Dispute = {
    ...staged,
    ...(method === undefined ? {} : { intended_submission_method: method }),
    metadata: storedMetadata(params.metadata, before.metadata),
  }
  // Submission is the default: evidence that was staged before goes with any update that does not say otherwise.
  const isSubmitted =
    params.submit !== false && changed.evidence_details.has_evidence && needsResponse(before.status)
  const dispute = sandbox.store.update(
    'dispute',
    isSubmitted ? submitEvidence(sandbox, changed) : changed,
  )
  emitEvent(sandbox, call.cause, {
    type: 'charge.dispute.updated',
    object: dispute,
    previousAttributes: { status: before.status },
  })
  if (isSubmitted) emitChargeUpdate(sandbox, call.cause, dispute)
  return dispute
}

/** The platform accepts the claim. Assumption: an inquiry is only closed by this, since no money was taken. */
function closeDispute(sandbox: Sandbox, call: Call<object>): Dispute {
  const dispute = getOpenDispute(sandbox, call)
  const outcome = isInquiry(dispute) ? 'warning_closed' : 'lost'
  decideDispute(sandbox, call.cause, dispute.id, outcome)
  const closed = getDispute(sandbox, call)
  emitChargeUpdate(sandbox, call.cause, closed)
  return closed
}

function emitChargeUpdate(sandbox: Sandbox, cause: Cause, dispute: Dispute): void {
  const charge = sandbox.store.find('charge', idOf(dispute.charge))
  if (charge) emitEvent(sandbox, cause, { type: 'charge.updated', object: charge })
}

function getOpenDispute(sandbox: Sandbox, call: Call<object>): Dispute {
  const dispute = getDispute(sandbox, call)
  if (isOpen(dispute)) return dispute
  throw refusal('This dispute is already closed', {})
}

function getDispute({ store }: Sandbox, call: Call<object>): Dispute {
  const id = call.path['id'] ?? ''
  const dispute = store.find('dispute', id, call.owner)
  if (!dispute) throw notFound('dispute', id)
  return dispute
}
