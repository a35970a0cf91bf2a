// The files of a dispute's evidence: kept privately like licence documents, until some time after the bank has decided.

import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { attachedNote, removedNote } from '#rules/admin/admin-actions.ts'
import {
  evidenceFileTypes,
  evidenceKeptDays,
  maxEvidenceBytes,
  maxEvidenceFileNameLength,
  type EvidenceFileField,
  type EvidenceFileType,
} from '#rules/payments/evidence-files.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { oneLine } from '#rules/plain-text.ts'
import { recordAdminAction } from '#server/admin/audit-log.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import { inTransaction, type Committing } from '#server/clock-and-failpoints/failpoints.ts'
import type { Db } from '#server/db/client.ts'
import { readHead } from '#server/gateways/storage/read-head.ts'
import {
  FileTooLarge,
  StorageFull,
  type StoredFile,
  type Storage,
} from '#server/gateways/storage/storage.ts'
import { sniffDocument, sniffedBytes } from '#server/licences/sniff-document.ts'
import { findAnswerable } from '../facts/answerable-dispute.ts'
import { findEvidenceFile } from './evidence-file-queries.ts'

export type FileDeps = Committing & { storage: Storage; clock: Clock }
type Logging = FileDeps & { log: FastifyBaseLogger }

type Sent = {
  disputeId: string
  adminId: string
  field: EvidenceFileField
  name: string | undefined
  body: AsyncIterable<Uint8Array>
}

/**
 * A file as an admin has sent it. A refusal or failure leaves neither file nor row.
 * @throws Refusal not_found, own_sale, dispute_not_answerable, evidence_file_missing, evidence_file_not_accepted,
 * evidence_files_too_large, evidence_file_exists, storage_full; and the errors of the body
 */
export async function attachEvidenceFile(deps: Logging, sent: Sent): Promise<void> {
  const { disputeId, adminId, field, body } = sent
  await findAnswerable(deps.db, { id: disputeId, adminId })
  const { head, whole } = await readHead(body, sniffedBytes)
  if (head.length === 0) throw new Refusal('evidence_file_missing')
  const mediaType = typeOf(head)
  if (mediaType === null) throw new Refusal('evidence_file_not_accepted')
  const name = oneLine(oneLine(sent.name ?? '').slice(0, maxEvidenceFileNameLength)) || 'file'
  const file = { disputeId, adminId, field, name, mediaType, isMade: false }
  await storeEvidenceFile(deps, { ...file, body: whole })
}

function typeOf(head: Uint8Array): EvidenceFileType | null {
  const sniffed = sniffDocument(head)
  return evidenceFileTypes.find((type) => type === sniffed) ?? null
}

export type NewFile = {
  disputeId: string
  adminId: string
  field: EvidenceFileField
  name: string
  mediaType: EvidenceFileType
  isMade: boolean
}

/** @throws Refusal not_found, own_sale, dispute_not_answerable, evidence_files_too_large, evidence_file_exists, storage_full */
export async function storeEvidenceFile(
  deps: Logging,
  { body, ...file }: NewFile & { body: AsyncIterable<Uint8Array> },
): Promise<void> {
  const { storage, log } = deps
  const id = randomUUID()
  const options = { maxBytes: maxEvidenceBytes, contentType: file.mediaType }
  const stored = await storage.put(storageKeyOf(id), body, options).catch(asRefusal)
  try {
    await insertFile(deps, { id, ...file, stored })
  } catch (error) {
    await removeUnlessStored(deps, { id, disputeId: file.disputeId }).catch((cause: unknown) =>
      log.error({ err: cause, fileId: id }, 'a file of evidence without a row stays stored'),
    )
    throw error
  }
}

const storageKeyOf = (id: string) => `evidence/${id}`

function asRefusal(error: unknown): never {
  if (error instanceof FileTooLarge) throw new Refusal('evidence_files_too_large')
  if (error instanceof StorageFull) throw new Refusal('storage_full', { cause: error })
  throw error
}

async function insertFile(
  { clock, ...deps }: FileDeps,
  { id, disputeId, adminId, stored, ...file }: NewFile & { id: string; stored: StoredFile },
): Promise<void> {
  await inTransaction(deps, 'evidence.attach', async (tx) => {
    await findAnswerable(tx, { id: disputeId, adminId }, { isLocked: true })
    const others = await tx
      .selectFrom('evidence_files')
      .select(['field', 'bytes'])
      .where('bank_dispute_id', '=', disputeId)
      .execute()
    if (others.some(({ field }) => field === file.field)) throw new Refusal('evidence_file_exists')
    const bytes = others.reduce((sum, other) => sum + other.bytes, stored.bytes)
    if (bytes > maxEvidenceBytes) throw new Refusal('evidence_files_too_large')
    await tx
      .insertInto('evidence_files')
      .values({
        id,
        bank_dispute_id: disputeId,
        field: file.field,
        file_name: file.name,
        media_type: file.mediaType,
        ...stored,
        storage_key: storageKeyOf(id),
        added_by: adminId,
        added_at: clock.now(),
        is_made: file.isMade,
      })
      .execute()
    await recordAdminAction(tx, {
      adminId,
      action: 'attach_evidence',
      subjectId: disputeId,
      note: attachedNote(file.name),
    })
  })
}

/** A transaction whose end was not seen may be committed: its row then needs the file. The lock waits for its end. */
async function removeUnlessStored(
  { db, storage }: FileDeps,
  { id, disputeId }: { id: string; disputeId: string },
): Promise<void> {
  const row = await db.transaction().execute(async (tx) => {
    await tx
      .selectFrom('bank_disputes')
      .select('id')
      .where('id', '=', disputeId)
      .forUpdate()
      .execute()
    return tx.selectFrom('evidence_files').select('id').where('id', '=', id).executeTakeFirst()
  })
  if (!row) await storage.remove(storageKeyOf(id))
}

type Removed = { id: string; adminId: string }

/** Row before file: the sweep of stored files removes a file whose row is gone. @throws Refusal not_found, own_sale, dispute_not_answerable, evidence_being_sent */
export async function removeEvidenceFile(
  { storage, log, ...deps }: Logging,
  { id, adminId }: Removed,
): Promise<void> {
  const file = await findEvidenceFile(deps.db, id)
  if (!file) throw new Refusal('not_found')
  const { bank_dispute_id: disputeId, file_name: name, storage_key: key } = file
  await inTransaction(deps, 'evidence.remove', async (tx) => {
    await findAnswerable(tx, { id: disputeId, adminId }, { isLocked: true })
    const removed = await tx
      .deleteFrom('evidence_files')
      .where('id', '=', id)
      .returning('sent_at')
      .executeTakeFirst()
    // Two admins at once.
    if (!removed) throw new Refusal('not_found')
    if (removed.sent_at !== null) throw new Refusal('evidence_being_sent')
    await recordAdminAction(tx, {
      adminId,
      action: 'remove_evidence',
      subjectId: disputeId,
      note: removedNote(name),
    })
  })
  if (key === null) return
  await storage
    .remove(key)
    .catch((error: unknown) => log.error({ err: error, key }, 'a file stays until the sweep'))
}

const dayMs = 24 * 60 * 60_000
const filesPerBatch = 200

/** Our copies: the row still says what was sent. */
export async function expireEvidenceFiles(
  { db, storage, clock }: { db: Db; storage: Storage; clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  const decidedBefore = new Date(clock.now().getTime() - evidenceKeptDays * dayMs)
  for (;;) {
    signal.throwIfAborted()
    const expired = await db
      .selectFrom('evidence_files')
      .innerJoin('bank_disputes', 'bank_disputes.id', 'bank_dispute_id')
      .select(['evidence_files.id', 'storage_key'])
      .where('decided_at', '<', decidedBefore)
      .where('storage_key', 'is not', null)
      .$narrowType<{ storage_key: string }>()
      .limit(filesPerBatch)
      .execute()
    for (const { id, storage_key: key } of expired) {
      await db
        .updateTable('evidence_files')
        .set({ storage_key: null })
        .where('id', '=', id)
        .execute()
      await storage.remove(key)
    }
    if (expired.length < filesPerBatch) return
  }
}
