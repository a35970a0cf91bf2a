import type { EvidenceFile } from '#contracts/admin/evidence-files.ts'
import { evidenceFileUrl } from '#rules/payments/evidence-files.ts'
import type { Db } from '#server/db/client.ts'

export type EvidenceFileRow = Awaited<ReturnType<typeof findKeptFiles>>[number]

/** Those of which we have the copy that is sent. */
export function findKeptFiles(db: Db, disputeId: string) {
  return db
    .selectFrom('evidence_files')
    .selectAll()
    .where('bank_dispute_id', '=', disputeId)
    .where('storage_key', 'is not', null)
    .$narrowType<{ storage_key: string }>()
    .orderBy('added_at')
    .orderBy('id')
    .execute()
}

/** Before the evidence is sent those that go with it, afterwards those that went. */
export async function listEvidenceFiles(
  db: Db,
  { disputeId, isAnswerable }: { disputeId: string; isAnswerable: boolean },
): Promise<EvidenceFile[]> {
  const files = await db
    .selectFrom('evidence_files')
    .selectAll()
    .where('bank_dispute_id', '=', disputeId)
    .$if(!isAnswerable, (query) => query.where('sent_at', 'is not', null))
    .orderBy('added_at')
    .orderBy('id')
    .execute()
  return files.map((file) => ({
    id: file.id,
    field: file.field,
    name: file.file_name,
    bytes: file.bytes,
    isMade: file.is_made,
    addedAt: file.added_at.toISOString(),
    url: file.storage_key === null ? null : evidenceFileUrl(file.id),
  }))
}

export function findEvidenceFile(db: Db, id: string) {
  return db.selectFrom('evidence_files').selectAll().where('id', '=', id).executeTakeFirst()
}
