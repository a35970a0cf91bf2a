// Requests for an owned recording in another format: one job makes it for all who ask.

import type { RenditionFormat } from '#rules/music/audio-formats.ts'
import { sql } from 'kysely'
import { isRefusalCode, Refusal } from '#rules/errors/refusal.ts'
import { maxRenditionsAtOnce } from '#rules/orders/rendition-limits.ts'
import { isRenderable, isRetriable, renditionProcess } from '#rules/orders/rendition-process.ts'
import { lockCustomer } from '#server/accounts/customer-lock.ts'
import type { Db } from '#server/db/client.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { reservedBytes } from '#server/uploads/upload-admission.ts'
import { findOwnedOriginal } from './owned-recordings.ts'
import { maxRenditionBytes } from './rendition-making.ts'

/** `trackId` is that of the track or of the commission. */
type Wanted = { userId: string; trackId: string; format: RenditionFormat }
const columns = ['format', 'status', 'bytes', 'refusal_code'] as const

export const renditionJobKey = (trackId: string, format: RenditionFormat) =>
  `make_rendition:${trackId}:${format}`

/** @throws Refusal not_found, rendition_not_needed */
export async function findRendition(db: Db, wanted: Wanted) {
  const original = await findOwnedOriginal(db, wanted)
  if (!original) throw new Refusal('not_found')
  if (!isRenderable(original, wanted.format)) throw new Refusal('rendition_not_needed')
  const rendition = await db
    .selectFrom('renditions')
    .select(columns)
    .where('recording_id', '=', wanted.trackId)
    .where('format', '=', wanted.format)
    .executeTakeFirst()
  return { original, rendition }
}

/** @throws Refusal not_found, rendition_not_needed, too_many_renditions, storage_full */
export async function requestRendition(
  { db, storage }: { db: Db; storage: Storage },
  wanted: Wanted,
) {
  const { original, rendition } = await findRendition(db, wanted)
  if (rendition?.status === 'ready') return { original, rendition }
  if ((await storage.freeBytes()) < reservedBytes + maxRenditionBytes(original.duration_ms)) {
    throw new Refusal('storage_full')
  }
  return db.transaction().execute(async (tx) => {
    // The customer's requests wait for each other, so that none is missed by the count.
    await lockCustomer(tx, wanted.userId)
    const waiting = await joinWaiting(tx, wanted)
    if (waiting) return { original, rendition: waiting }
    await refuseTooMany(tx, wanted.userId)
    const started = (await startNew(tx, wanted)) ?? (await startAgain(tx, wanted))
    // Null if it became ready, or was refused for good, a moment ago.
    if (started === null) return findRendition(tx, wanted)
    await queueRendition(tx, wanted)
    return { original, rendition: started }
  })
}

/**
 * In the transaction that makes the user their owner: the MP3 that a phone plays is there when the singer wants it.
 * @param recordingIds of tracks or commissions
 */
export async function prepareBought(
  tx: Db,
  { userId, recordingIds }: { userId: string; recordingIds: string[] },
): Promise<void> {
  if (recordingIds.length === 0) return
  const originals = await tx
    .selectFrom('owned_recordings')
    .select(['id', 'original_container', 'codec'])
    .where('user_id', '=', userId)
    .where('id', 'in', recordingIds)
    .orderBy('id')
    .execute()
  for (const original of originals) {
    const wanted: Wanted = { userId, trackId: original.id, format: 'mp3' }
    if (!isRenderable(original, wanted.format)) continue
    if (await joinWaiting(tx, wanted, 'bought_by')) continue
    if (await startNew(tx, wanted, 'bought_by')) await queueRendition(tx, wanted)
  }
}

async function queueRendition(tx: Db, { trackId, format }: Wanted): Promise<void> {
  const job = { key: renditionJobKey(trackId, format), queue: 'audio', maxAttempts: 3 }
  await addJob(tx, 'make_rendition', { trackId, format }, job)
}

/** Why a customer waits for it. */
type Cause = 'requested_by' | 'bought_by'

/** Adds the customer to those who wait for it. */
async function joinWaiting(
  tx: Db,
  { userId, trackId, format }: Wanted,
  cause: Cause = 'requested_by',
) {
  const others = sql`array_remove(${sql.ref(cause)}, ${userId})`
  return tx
    .updateTable('renditions')
    .set({ [cause]: sql<string[]>`array_append(${others}, ${userId})` })
    .where('recording_id', '=', trackId)
    .where('format', '=', format)
    .where('status', '=', renditionProcess.start)
    .returning(columns)
    .executeTakeFirst()
}

/** Renditions that a purchase has queued are not counted: they must not refuse the buyer's own requests. */
async function refuseTooMany(tx: Db, userId: string): Promise<void> {
  const waiting = await tx
    .selectFrom('renditions')
    .select('recording_id')
    .where('status', '=', renditionProcess.start)
    .where(sql<boolean>`${userId} = any(requested_by) and ${userId} <> all(bought_by)`)
    .limit(maxRenditionsAtOnce)
    .execute()
  if (waiting.length >= maxRenditionsAtOnce) throw new Refusal('too_many_renditions')
}

/** Null when there is one, also one that another customer's request inserts now. */
async function startNew(
  tx: Db,
  { userId, trackId, format }: Wanted,
  cause: Cause = 'requested_by',
) {
  const started = await tx
    .insertInto('renditions')
    .columns(['track_id', 'commission_id', 'format', 'requested_by', 'bought_by'])
    .expression((eb) =>
      eb
        .selectFrom('owned_recordings')
        .select((recording) => [
          'track_id',
          'commission_id',
          recording.val(format).as('format'),
          sql<string[]>`${cause === 'requested_by' ? [userId] : []}::uuid[]`.as('requested_by'),
          sql<string[]>`${cause === 'bought_by' ? [userId] : []}::uuid[]`.as('bought_by'),
        ])
        .where('user_id', '=', userId)
        .where('id', '=', trackId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst()
  return started ?? null
}

async function startAgain(tx: Db, { userId, trackId, format }: Wanted) {
  const { from, to } = renditionProcess.steps.retry
  const refused = await tx
    .selectFrom('renditions')
    .select(['status', 'refusal_code'])
    .where('recording_id', '=', trackId)
    .where('format', '=', format)
    .forUpdate()
    .executeTakeFirst()
  const code = refused?.refusal_code ?? ''
  if (!isRefusalCode(code) || !isRetriable(code)) return null
  const started = await tx
    .updateTable('renditions')
    .set({
      status: to,
      refusal_code: null,
      finished_at: null,
      requested_by: [userId],
      bought_by: [],
      requested_at: new Date(),
    })
    .where('recording_id', '=', trackId)
    .where('format', '=', format)
    .where('status', 'in', from)
    .returning(columns)
    .executeTakeFirst()
  return started ?? null
}
