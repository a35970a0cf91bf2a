// An admin answers a bank dispute: the evidence is sent once, and the bank decides.

import { createHash } from 'node:crypto'
import { answerableStatuses, bankDisputeProcess } from '#rules/payments/bank-dispute-process.ts'
import type { Evidence } from '#rules/payments/dispute-evidence.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { recordAdminAction } from '#server/admin/audit-log.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import {
  inTransaction,
  reaching,
  type Committing,
} from '#server/clock-and-failpoints/failpoints.ts'
import { move } from '#server/db/move.ts'
import {
  PaymentRefused,
  PaymentUnknown,
  type Payments,
} from '#server/gateways/payments/payments.ts'

export type AnswerDeps = Committing & { payments: Payments; clock: Clock }

type Answer = { id: string; adminId: string; note: string; evidence: Evidence }

/**
 * The provider takes it once under the key of the dispute and the text. An answer that was lost is made good by sending it again; or by the next
 * look at the charge, which finds that the bank has the evidence.
 * @throws Refusal not_found, dispute_not_answerable, evidence_refused, evidence_unsent
 */
export async function answerBankDispute(deps: AnswerDeps, answer: Answer): Promise<void> {
  const { id, evidence } = answer
  const dispute = await deps.db
    .selectFrom('bank_disputes')
    .select(['provider_id', 'status', 'answered_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!dispute) throw new Refusal('not_found')
  const isOpen = answerableStatuses.some((status) => status === dispute.status)
  if (!isOpen || dispute.answered_at !== null) throw new Refusal('dispute_not_answerable')
  await send(deps, {
    disputeId: dispute.provider_id,
    evidence,
    key: `evidence:${id}:${dispute.status}:${hashOf(evidence)}`,
  })
  await recordAnswer(deps, answer)
}

/** Another text is sent under another key: the provider has stored what it answered to the first. */
function hashOf(evidence: Evidence): string {
  return createHash('sha256').update(JSON.stringify(evidence)).digest('hex').slice(0, 32)
}

async function send(
  { payments, failpoints }: AnswerDeps,
  { disputeId, evidence, key }: { disputeId: string; evidence: Evidence; key: string },
): Promise<void> {
  try {
    await reaching(failpoints, 'bankDispute.send', () =>
      payments.sendEvidence({ disputeId, evidence, idempotencyKey: key }),
    )
  } catch (error) {
    if (error instanceof PaymentRefused) throw new Refusal('evidence_refused', { cause: error })
    if (error instanceof PaymentUnknown) throw new Refusal('evidence_unsent', { cause: error })
    throw error
  }
}

/** The event may have told of it before; of two admins who have sent it, one has answered. */
async function recordAnswer(
  { clock, ...deps }: AnswerDeps,
  { id, adminId, note, evidence }: Answer,
): Promise<void> {
  await inTransaction(deps, 'bankDispute.answer', async (tx) => {
    const now = clock.now()
    const sent = await tx
      .updateTable('bank_disputes')
      .set((eb) => ({
        evidence: JSON.stringify(evidence),
        answered_at: eb.fn.coalesce('answered_at', eb.val(now)),
      }))
      .where('id', '=', id)
      .where('evidence', 'is', null)
      .executeTakeFirst()
    if (sent.numUpdatedRows === 0n) throw new Refusal('dispute_not_answerable')
    await move(tx, 'bank_disputes', bankDisputeProcess, { id, step: 'answer' })
    await recordAdminAction(tx, {
      adminId,
      action: 'answer_bank_dispute',
      subjectId: id,
      note,
      details: { evidence },
    })
  })
}
