// An admin answers a bank dispute: the evidence is sent once, with its files, and the bank decides.

import { createHash } from 'node:crypto'
import { bankDisputeProcess } from '#rules/payments/bank-dispute-process.ts'
import type { Evidence } from '#rules/payments/dispute-evidence.ts'
import type { EvidenceFileField } from '#rules/payments/evidence-files.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { recordAdminAction } from '#server/admin/audit-log.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import { inTransaction, reaching } from '#server/clock-and-failpoints/failpoints.ts'
import type { Db } from '#server/db/client.ts'
import { move } from '#server/db/move.ts'
import { PaymentRefused, PaymentUnknown } from '#server/gateways/payments/payments.ts'
import { findAnswerable } from './facts/answerable-dispute.ts'
import {
  endSending,
  markSending,
  uploadFiles,
  type UploadDeps,
  type UploadedFile,
} from './files/evidence-uploads.ts'

export type AnswerDeps = UploadDeps & { clock: Clock }

type Answer = { id: string; adminId: string; note: string; evidence: Evidence }

/**
 * The provider takes it once under the key of the dispute, the text and the files. An answer that was lost is made good by
 * sending it again; or by the next look at the charge, which finds that the bank has the evidence.
 * @throws Refusal not_found, own_sale, dispute_not_answerable, evidence_refused, evidence_file_refused, evidence_unsent,
 * inquiry_ended
 */
export async function answerBankDispute(deps: AnswerDeps, answer: Answer): Promise<void> {
  const { id, adminId, evidence } = answer
  const dispute = await findAnswerable(deps.db, { id, adminId })
  const uploaded = await uploadFiles(deps, id)
  const at = deps.clock.now()
  const files = await markSending(deps, answer, { uploaded, at })
  const fileIds = Object.fromEntries(files.map(({ field, providerId }) => [field, providerId]))
  const sent = {
    disputeId: dispute.provider_id,
    evidence,
    files: fileIds,
    key: `evidence:${id}:${dispute.status}:${hashOf({ evidence, fileIds })}`,
  }
  await send(deps, sent, () => endSending(deps.db, { disputeId: id, at }))
  await recordAnswer(deps, answer, { files, isOfInquiry: dispute.status === inquiry })
}

/** Another text is sent under another key: the provider has stored what it answered to the first. */
function hashOf(sent: object): string {
  return createHash('sha256').update(JSON.stringify(sent)).digest('hex').slice(0, 32)
}

type Sent = {
  disputeId: string
  evidence: Evidence
  files: Partial<Record<EvidenceFileField, string>>
  key: string
}

/** @param release called where nothing was sent */
async function send(
  { payments, failpoints }: AnswerDeps,
  { key, ...sent }: Sent,
  release: () => Promise<void>,
): Promise<void> {
  try {
    await reaching(failpoints, 'bankDispute.send', () =>
      payments.sendEvidence({ ...sent, idempotencyKey: key }),
    )
  } catch (error) {
    if (error instanceof PaymentRefused) {
      await release()
      throw new Refusal('evidence_refused', { cause: error })
    }
    if (error instanceof PaymentUnknown) throw new Refusal('evidence_unsent', { cause: error })
    throw error
  }
}

const inquiry = bankDisputeProcess.start

type Taken = { files: UploadedFile[]; isOfInquiry: boolean }

/**
 * The event may have told of it before; of two admins who have sent it, one has answered. An answer to an inquiry is none to
 * the dispute that it has become meanwhile.
 */
async function recordAnswer(
  { clock, ...deps }: AnswerDeps,
  { id, adminId, note, evidence }: Answer,
  { files, isOfInquiry }: Taken,
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
      .where('status', isOfInquiry ? '=' : '<>', inquiry)
      .executeTakeFirst()
    if (sent.numUpdatedRows === 0n) throw await refusalOf(tx, id, isOfInquiry)
    await move(tx, 'bank_disputes', bankDisputeProcess, { id, step: 'answer' })
    for (const file of files) {
      await tx
        .updateTable('evidence_files')
        .set({ sent_at: now })
        .where('id', '=', file.id)
        .execute()
    }
    await recordAdminAction(tx, {
      adminId,
      action: 'answer_bank_dispute',
      subjectId: id,
      note,
      details: { evidence, files: files.map(({ field, name }) => ({ field, name })) },
    })
  })
}

async function refusalOf(tx: Db, id: string, isOfInquiry: boolean): Promise<Refusal> {
  const { status } = await tx
    .selectFrom('bank_disputes')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const isEnded = isOfInquiry && status !== inquiry
  return new Refusal(isEnded ? 'inquiry_ended' : 'dispute_not_answerable')
}
