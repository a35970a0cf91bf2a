// Decodes audio that is attached to a message, in the confined process of every recording. What the parties play is made
// of it; the file that was sent is removed.

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { sql, type Updateable } from 'kysely'
import { madeMp3BytesPerMs } from '#rules/music/audio-formats.ts'
import { attachmentProcess } from '#rules/commissions/attachment-process.ts'
import { maxAttachedBytes } from '#rules/commissions/message-limits.ts'
import { Refusal, type RefusalCode } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { move } from '#server/db/move.ts'
import type { Tables } from '#server/db/tables.ts'
import { publish } from '#server/events/site-events.ts'
import { AudioRefused, type AudioEngine } from '#server/gateways/audio/audio-engine.ts'
import { StorageFull, type Storage } from '#server/gateways/storage/storage.ts'
import { withWorkFolder } from '#server/gateways/storage/work-folders.ts'
import { findLiveJobs } from '#server/jobs/add-job.ts'
import { commissionChanged } from '../take-step.ts'
import { listeningCopyKey } from './attachment-intake.ts'
import { prepareAttachmentKey } from './message-commands.ts'

export type PreparationDeps = { db: Db; storage: Storage; audio: AudioEngine }

type Preparing = { id: string; commission_id: string; storage_key: string }

/** Those that wait for their listening copy. */
export async function findPreparing(db: Db, id?: string): Promise<Preparing[]> {
  const rows = await db
    .selectFrom('commission_attachments')
    .select(['id', 'commission_id', 'storage_key'])
    .where('status', '=', attachmentProcess.start)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .execute()
  return rows.flatMap(({ storage_key: key, ...row }) =>
    key === null ? [] : [{ ...row, storage_key: key }],
  )
}

/** @throws AudioRefused, StorageFull, Refusal attachments_full */
export async function prepareAttachment(
  { db, storage, audio }: PreparationDeps,
  attachment: Preparing,
  signal: AbortSignal,
): Promise<void> {
  const { id, storage_key: sentKey } = attachment
  const copyKey = listeningCopyKey(id)
  await withWorkFolder(async (outDir) => {
    const copy = await storage.withLocalFile(sentKey, (path) =>
      audio.makeListeningCopy({ path, outDir, signal }),
    )
    const { size: maxBytes } = await stat(copy.path)
    await refuseFull(db, attachment, maxBytes)
    signal.throwIfAborted()
    const body = createReadStream(copy.path)
    await storage.put(copyKey, body, { maxBytes, contentType: 'audio/mpeg' })
    const changes = {
      storage_key: copyKey,
      duration_ms: copy.durationMs,
      peaks: Buffer.from(copy.peaks),
    }
    const isReady = await take(db, attachment, { step: 'prepare', changes })
    // It was refused meanwhile, as after a run that seemed killed.
    await storage.remove(isReady ? sentKey : copyKey)
  })
}

/**
 * A file of some kilobytes can be twenty minutes long: the copies of a commission take no more space than the files that were
 * sent may. They are made one after the other.
 */
async function refuseFull(
  db: Db,
  { commission_id: commissionId }: Preparing,
  bytes: number,
): Promise<void> {
  const { durationMs } = await db
    .selectFrom('commission_attachments')
    .select(sql<string>`coalesce(sum(duration_ms), 0)`.as('durationMs'))
    .where('commission_id', '=', commissionId)
    .executeTakeFirstOrThrow()
  if (Number(durationMs) * madeMp3BytesPerMs + bytes > maxAttachedBytes)
    throw new Refusal('attachments_full')
}

export async function refuseAttachment(
  { db, storage }: Omit<PreparationDeps, 'audio'>,
  attachment: Preparing,
  code: RefusalCode,
): Promise<void> {
  const changes = { storage_key: null, refusal_code: code }
  const isRefused = await take(db, attachment, { step: 'refuse', changes })
  // The sweep removes it after a crash.
  if (isRefused) await storage.remove(attachment.storage_key)
}

type Taken = { step: 'prepare' | 'refuse'; changes: Updateable<Tables['commission_attachments']> }

/** The open rooms of both parties show what has become of it. */
function take(
  db: Db,
  { id, commission_id: commissionId }: Preparing,
  { step, changes }: Taken,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const isTaken = await move(tx, 'commission_attachments', attachmentProcess, {
      id,
      step,
      changes,
    })
    const commission = await tx
      .selectFrom('commissions')
      .select(['id', 'customer_id', 'artist_id'])
      .where('id', '=', commissionId)
      .executeTakeFirstOrThrow()
    if (isTaken) await publish(tx, commissionChanged(commission))
    return isTaken
  })
}

/** Those whose attempts were all killed: no job would ever finish them. */
export async function refuseInterrupted(deps: Omit<PreparationDeps, 'audio'>): Promise<void> {
  const preparing = await findPreparing(deps.db)
  const live = await findLiveJobs(
    deps.db,
    preparing.map(({ id }) => prepareAttachmentKey(id)),
  )
  for (const attachment of preparing)
    if (!live.has(prepareAttachmentKey(attachment.id)))
      await refuseAttachment(deps, attachment, 'upload_interrupted')
}

/** The reason, as it is said of attachments; null for an unexpected error, after which the job is retried. */
export function refusalCodeOf(error: unknown): RefusalCode | null {
  if (error instanceof StorageFull) return 'storage_full'
  if (error instanceof Refusal) return error.code
  if (!(error instanceof AudioRefused)) return null
  return ofAttachments[error.code] ?? error.code
}

const ofAttachments: Partial<Record<RefusalCode, RefusalCode>> = {
  audio_too_short: 'attachment_length',
  audio_too_long: 'attachment_length',
  audio_not_recognised: 'attachment_unplayable',
  audio_broken: 'attachment_unplayable',
}
