// The files of a dispute's evidence at the card provider: each is uploaded once, just before the evidence that names it is sent.

import { buffer } from 'node:stream/consumers'
import type { EvidenceFileField } from '#rules/payments/evidence-files.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import {
  inTransaction,
  reaching,
  type Committing,
} from '#server/clock-and-failpoints/failpoints.ts'
import type { Db } from '#server/db/client.ts'
import {
  PaymentRefused,
  PaymentUnknown,
  type Payments,
} from '#server/gateways/payments/payments.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import { findAnswerable } from '../facts/answerable-dispute.ts'
import { findKeptFiles, type EvidenceFileRow } from './evidence-file-queries.ts'

export type UploadDeps = Committing & { payments: Payments; storage: Storage }

export type UploadedFile = {
  id: string
  field: EvidenceFileField
  name: string
  providerId: string
}

/** Also of an attempt that was interrupted. @throws Refusal evidence_file_refused, evidence_unsent */
export async function uploadFiles(deps: UploadDeps, disputeId: string): Promise<UploadedFile[]> {
  const uploaded: UploadedFile[] = []
  for (const file of await findKeptFiles(deps.db, disputeId)) {
    const { id, field, file_name: name } = file
    const providerId = file.provider_id ?? (await uploadFile(deps, file))
    uploaded.push({ id, field, name, providerId })
  }
  return uploaded
}

type Sending = { uploaded: UploadedFile[]; at: Date }

/**
 * Those that nobody has removed since they were uploaded. From now on nobody removes them, also if the answer of the provider
 * is lost: then they may be with the bank, and go with the next attempt.
 * @throws Refusal dispute_not_answerable
 */
export async function markSending(
  deps: Committing,
  { id, adminId }: { id: string; adminId: string },
  { uploaded, at }: Sending,
): Promise<UploadedFile[]> {
  return inTransaction(deps, 'evidence.mark', async (tx) => {
    await findAnswerable(tx, { id, adminId }, { isLocked: true })
    const rows = await tx
      .updateTable('evidence_files')
      // Another admin may be sending them as well.
      .set((eb) => ({ sent_at: eb.fn.coalesce('sent_at', eb.val(at)) }))
      .where('bank_dispute_id', '=', id)
      .where('provider_id', 'is not', null)
      .returning('id')
      .execute()
    const kept = new Set(rows.map((row) => row.id))
    return uploaded.filter((file) => kept.has(file.id))
  })
}

/** The provider has refused them. */
export async function endSending(
  db: Db,
  { disputeId, at }: { disputeId: string; at: Date },
): Promise<void> {
  await db
    .updateTable('evidence_files')
    .set({ sent_at: null })
    .where('bank_dispute_id', '=', disputeId)
    .where('sent_at', '=', at)
    .execute()
}

/** The id of our row is the idempotency key: the provider stores the file once. */
async function uploadFile(deps: UploadDeps, file: EvidenceFileRow): Promise<string> {
  const { db, failpoints, payments } = deps
  const bytes = await readStored(deps.storage, file)
  const providerId = await reaching(failpoints, 'evidence.upload', () =>
    payments.uploadEvidence({
      name: file.file_name,
      mediaType: file.media_type,
      bytes,
      idempotencyKey: `evidence_file:${file.id}`,
    }),
  ).catch(asRefusal)
  await reaching(failpoints, 'evidence.save', () =>
    db
      .updateTable('evidence_files')
      .set({ provider_id: providerId })
      .where('id', '=', file.id)
      .execute(),
  )
  return providerId
}

async function readStored(
  storage: Storage,
  { storage_key: key }: EvidenceFileRow,
): Promise<Buffer> {
  const found = await storage.get(key)
  if (!found) throw new Error(`The stored file ${key} is missing.`)
  return buffer(found.body)
}

function asRefusal(error: unknown): never {
  if (error instanceof PaymentRefused) throw new Refusal('evidence_file_refused', { cause: error })
  if (error instanceof PaymentUnknown) throw new Refusal('evidence_unsent', { cause: error })
  throw error
}
