// Documents for the bank, made of what is known of the payment, and stored like files that an admin sends.

import { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import type { EvidenceFileField } from '#rules/payments/evidence-files.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Seller } from '#server/orders/receipt-presenter.ts'
import { drawDocument } from '../documents/draw-document.ts'
import { documentsOf } from '../documents/evidence-documents.ts'
import { findAnswerable } from '../facts/answerable-dispute.ts'
import { findPaymentFacts } from '../facts/payment-facts.ts'
import { storeEvidenceFile, type FileDeps } from './evidence-file-commands.ts'

export type MakingDeps = FileDeps & { publicUrl: string; seller: Seller }

type Made = { disputeId: string; adminId: string }

/**
 * Of a kind that has a file already none is made.
 * @throws Refusal not_found, own_sale, dispute_not_answerable, evidence_files_too_large, storage_full
 */
export async function makeFiles(
  deps: MakingDeps & { log: FastifyBaseLogger },
  { disputeId, adminId }: Made,
): Promise<void> {
  const { db, clock, publicUrl, seller } = deps
  const dispute = await findAnswerable(db, { id: disputeId, adminId })
  const { payment_id: paymentId, provider_id: providerId } = dispute
  const facts = await findPaymentFacts(db, paymentId)
  const context = { publicUrl, seller, providerId, madeAt: clock.now() }
  for (const { field, name, document } of documentsOf(facts, context)) {
    if (await hasFile(deps, { disputeId, field })) continue
    const file = {
      disputeId,
      adminId,
      field,
      name,
      mediaType: 'application/pdf',
      isMade: true,
    } as const
    const body = Readable.from([await drawDocument(document)])
    await storeEvidenceFile(deps, { ...file, body }).catch((error: unknown) => {
      // Another admin has added one meanwhile.
      if (!(error instanceof Refusal) || error.code !== 'evidence_file_exists') throw error
    })
  }
}

async function hasFile(
  { db }: FileDeps,
  { disputeId, field }: { disputeId: string; field: EvidenceFileField },
): Promise<boolean> {
  const found = await db
    .selectFrom('evidence_files')
    .select('id')
    .where('bank_dispute_id', '=', disputeId)
    .where('field', '=', field)
    .executeTakeFirst()
  return found !== undefined
}
