// Calls of the control API that let a card holder or a bank object to a payment, and decide about it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { disputeReasons, isOpen } from '../disputes/dispute.ts'
import { decideDispute } from '../disputes/dispute-outcome.ts'
import { keptPence, openDispute } from '../disputes/open-dispute.ts'
import { warnOfFraud } from '../fraud-warnings/fraud-warning.ts'
import { applyDueChanges } from '../requests/due-changes.ts'
import { byHostedPage, type Sandbox } from '../state/sandbox.ts'
import { inTransaction } from '../storage/database.ts'
import { platform } from '../storage/object-store.ts'
import { disputeOutcomes } from '../storage/stored-kinds.ts'
import type { KeyHandler } from './key-handler.ts'

export const disputeActions: [path: string, handle: KeyHandler][] = [
  ['/dispute', disputePayment],
  ['/dispute-outcome', setDisputeOutcome],
  ['/fraud-warning', reportFraud],
]

const disputeBody = z.strictObject({
  charge: z.string(),
  reason: z.enum(disputeReasons).default('fraudulent'),
  inquiry: z.boolean().default(false),
  /** What has not been refunded when left out. A card holder may dispute a part, or also what has been refunded. */
  amountPence: z.number().int().min(1).optional(),
})

function disputePayment(sandbox: Sandbox, { body }: FastifyRequest, reply: FastifyReply) {
  const { charge: id, reason, inquiry, amountPence } = disputeBody.parse(body)
  const dispute = inTransaction(sandbox.db, () => {
    applyDueChanges(sandbox)
    const charge = findDisputable(sandbox, id)
    return (
      charge &&
      openDispute(sandbox, byHostedPage, charge, {
        reason,
        isInquiry: inquiry,
        amountPence: amountPence ?? keptPence(sandbox, charge),
      })
    )
  })
  if (dispute) return { dispute: dispute.id }
  return reply.code(404).send({ error: `No charge ${id} that can be disputed.` })
}

/** One that was paid and not refunded wholly, and has no open dispute. */
function findDisputable(sandbox: Sandbox, id: string) {
  const charge = sandbox.store.find('charge', id, platform)
  if (charge?.status !== 'succeeded' || keptPence(sandbox, charge) === 0) return undefined
  const { data } = sandbox.store.list('dispute', { where: { charge: id } })
  return data.some(isOpen) ? undefined : charge
}

const outcomeBody = z.strictObject({ dispute: z.string(), outcome: z.enum(disputeOutcomes) })

function setDisputeOutcome(sandbox: Sandbox, { body }: FastifyRequest, reply: FastifyReply) {
  const { dispute, outcome } = outcomeBody.parse(body)
  const isDecided = inTransaction(sandbox.db, () => {
    applyDueChanges(sandbox)
    return decideDispute(sandbox, byHostedPage, dispute, outcome)
  })
  if (isDecided) return { dispute, outcome }
  return reply.code(404).send({ error: `No dispute ${dispute} that can end so.` })
}

const warningBody = z.strictObject({ charge: z.string() })

function reportFraud(sandbox: Sandbox, { body }: FastifyRequest, reply: FastifyReply) {
  const { charge: id } = warningBody.parse(body)
  const warning = inTransaction(sandbox.db, () => {
    const charge = sandbox.store.find('charge', id, platform)
    return charge?.status === 'succeeded' ? warnOfFraud(sandbox, charge) : undefined
  })
  if (warning) return { warning: warning.id }
  return reply.code(404).send({ error: `No charge ${id} that was paid.` })
}
