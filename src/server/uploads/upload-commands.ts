// Receives a recording (detects its format by content, streams it to storage, queues its preparation) and its details.

import { audioContainers } from '#rules/music/audio-formats.ts'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { oneLine } from '#rules/plain-text.ts'
import { maxUploadBytes } from '#rules/uploads/upload-limits.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { unlistedUploadStatuses, uploadProcess } from '#rules/uploads/upload-process.ts'
import { lockAccount } from '#server/accounts/account-lock.ts'
import type { Db } from '#server/db/client.ts'
import { sniffAudio, sniffedBytes } from '#server/gateways/audio/sniff-audio.ts'
import { FileTooLarge, StorageFull, type Storage } from '#server/gateways/storage/storage.ts'
import { addJob } from '#server/jobs/add-job.ts'
import type { TrackDescription } from '#server/tracks/track-columns.ts'
import { publish } from '#server/events/site-events.ts'
import { readHead } from '#server/gateways/storage/read-head.ts'
import { originalKeyOf } from './upload-files.ts'
import { prepareJobKey } from './upload-preparation.ts'
import { uploadColumns } from './upload-presenter.ts'
import { findUnfinishedUploads, findUpload, type OwnUpload } from './upload-queries.ts'
import { listIfComplete, uploadChanged } from './upload-steps.ts'

type Deps = { db: Db; storage: Storage; log: FastifyBaseLogger }
type Recording = {
  id: string
  artistId: string
  description: TrackDescription
  /** Undefined when the form gave the file no name. */
  fileName: string | undefined
  body: AsyncIterable<Uint8Array>
}

const maxFileNameLength = 255

/**
 * A refusal or failure leaves neither file nor row.
 * @throws Refusal audio_not_recognised, upload_file_missing, upload_too_large, storage_full, and the errors of the body;
 * login_required, banned, when the account was deleted or banned while the recording arrived
 */
export async function receiveRecording(
  { db, storage, log }: Deps,
  { id, artistId, description, fileName, body }: Recording,
) {
  const name = fileNameOf(fileName)
  const { head, whole } = await readHead(body, sniffedBytes)
  if (head.length === 0) throw new Refusal('upload_file_missing')
  const container = sniffAudio(head)
  if (container === null) throw new Refusal('audio_not_recognised')

  const storageKey = originalKeyOf(id)
  const { contentType } = audioContainers[container]
  const stored = await storage
    .put(storageKey, whole, { maxBytes: maxUploadBytes, contentType })
    .catch((error: unknown) => {
      if (error instanceof FileTooLarge) throw new Refusal('upload_too_large')
      if (error instanceof StorageFull) throw new Refusal('storage_full', { cause: error })
      throw error
    })

  try {
    return await db.transaction().execute(async (tx) => {
      await lockAccount(tx, artistId)
      await lockUpload(tx, id)
      const upload = await tx
        .insertInto('uploads')
        .values({
          id,
          artist_id: artistId,
          title: description.title,
          file_name: name,
          details: JSON.stringify(description),
          storage_key: storageKey,
          bytes: stored.bytes,
          sha256: stored.sha256,
          container,
          bytes_received: stored.bytes,
          status: uploadProcess.steps.arrive.to,
        })
        .returning(uploadColumns)
        .executeTakeFirstOrThrow()
      await queuePreparation(tx, { id, artistId })
      return upload
    })
  } catch (error) {
    await removeUnlessReferenced({ db, storage }, { id, storageKey }).catch((cause: unknown) =>
      log.error({ err: cause, uploadId: id }, 'a recording without a row stays until the sweep'),
    )
    throw error
  }
}

/** @throws Refusal upload_file_missing without a name */
export function fileNameOf(sent = ''): string {
  const name = oneLine(oneLine(sent).slice(0, maxFileNameLength))
  if (name === '') throw new Refusal('upload_file_missing')
  return name
}

/** In the transaction that records the last byte. */
export async function queuePreparation(tx: Db, { id, artistId }: OwnUpload): Promise<void> {
  const unfinished = await findUnfinishedUploads(tx, artistId)
  const processing = unfinished.filter(({ status }) => status === 'processing')
  // The longest recordings take a minute each: an artist's later uploads run after the first ones of other artists.
  const priority = processing.length - 1
  const job = { key: prepareJobKey(id), queue: 'audio', priority, maxAttempts: 4 }
  await addJob(tx, 'prepare_upload', { uploadId: id }, job)
}

/**
 * A transaction that timed out here may be, or may still become, committed: its row then needs the file. So the check
 * waits for its end, and if that takes too long, the file is left for the sweep.
 */
async function removeUnlessReferenced(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  { id, storageKey }: { id: string; storageKey: string },
): Promise<void> {
  const row = await db.transaction().execute(async (tx) => {
    await lockUpload(tx, id)
    return tx.selectFrom('uploads').select('id').where('id', '=', id).executeTakeFirst()
  })
  if (!row) await storage.remove(storageKey)
}

/** Holds the lock until the transaction ends in the database. */
async function lockUpload(tx: Db, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`upload:${id}`}, 0))`.execute(tx)
}

/**
 * Replaces the details; an upload that is prepared is listed at once.
 * @throws Refusal not_found, upload_listed, payment_setup_needed, key_unanswered: then nothing is stored
 */
export async function enterDetails(
  db: Db,
  { id, artistId, description }: OwnUpload & { description: TrackDescription },
) {
  return db.transaction().execute(async (tx) => {
    const entered = await tx
      .updateTable('uploads')
      .set({
        title: description.title,
        details: JSON.stringify(description),
        active_at: sql`now()`,
      })
      .where('id', '=', id)
      .where('artist_id', '=', artistId)
      .where('purpose', '=', 'track')
      .where('status', 'in', unlistedUploadStatuses)
      .returning('id')
      .executeTakeFirst()
    const upload = await findUpload(tx, { id, artistId })
    if (!upload) throw new Refusal('not_found')
    if (!entered) throw new Refusal('upload_listed')
    await publish(tx, uploadChanged(id, artistId))
    if (await listIfComplete(tx, id)) throw new Refusal('key_unanswered')
    return (await findUpload(tx, { id, artistId })) ?? upload
  })
}
