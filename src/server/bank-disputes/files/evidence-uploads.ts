// The files of a dispute's evidence at the card provider: each is uploaded once, just before the evidence that names it is sent.

import { buffer } from 'node:stream/consumers'
import type { EvidenceFileField } from '#rules/payments/evidence-files.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { reaching, type Committing } from '#server/clock-and-failpoints/failpoints.ts'
import {
  PaymentRefused,
  PaymentUnknown,
  type Payments,
} from '#server/gateways/payments/payments.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
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
