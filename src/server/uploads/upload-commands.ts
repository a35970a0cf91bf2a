// Receives a recording: detects its format by content, streams it to storage, and queues its preparation.

import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { oneLine } from '#rules/plain-text.ts'
import { largestUploadBytes } from '#rules/upload-limits.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { sniffAudio, sniffedBytes } from '#server/gateways/audio/sniff-audio.ts'
import { audioContainers } from '#server/gateways/audio/audio-engine.ts'
import { FileTooLarge, StorageFull, type Storage } from '#server/gateways/storage/storage.ts'
import { addJob } from '#server/jobs/add-job.ts'
import type { TrackDescription } from '#server/tracks/track-commands.ts'
import { prepareJobKey } from './upload-preparation.ts'
import { findProcessing, uploadColumns } from './upload-queries.ts'

type Deps = { db: Db; storage: Storage; log: FastifyBaseLogger }
type Recording = {
  id: string
  artistId: string
  description: TrackDescription
  /** Undefined when the form gave the file no name. */
  fileName: string | undefined
  body: AsyncIterable<Uint8Array>
}

const longestFileName = 255

/**
 * A refusal or failure leaves neither file nor row.
 * @throws Refusal audio_not_recognised, upload_file_missing, upload_too_large, storage_full, and the errors of the body
 */
export async function receiveRecording(
  { db, storage, log }: Deps,
  { id, artistId, description, fileName = '', body }: Recording,
) {
  const name = oneLine(oneLine(fileName).slice(0, longestFileName))
  if (name === '') throw new Refusal('upload_file_missing')
  const { head, whole } = await readHead(body)
  if (head.length === 0) throw new Refusal('upload_file_missing')
  const container = sniffAudio(head)
  if (container === null) throw new Refusal('audio_not_recognised')

  const storageKey = `originals/${id}`
  const { contentType } = audioContainers[container]
  const stored = await storage
    .put(storageKey, whole, { maxBytes: largestUploadBytes, contentType })
    .catch((error: unknown) => {
      if (error instanceof FileTooLarge) throw new Refusal('upload_too_large')
      if (error instanceof StorageFull) throw new Refusal('storage_full', { cause: error })
      throw error
    })

  try {
    return await db.transaction().execute(async (tx) => {
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
        })
        .returning(uploadColumns)
        .executeTakeFirstOrThrow()
      const processing = await findProcessing(tx, artistId)
      // The longest recordings take a minute each: an artist's later uploads run after the first ones of other artists.
      const priority = processing.length - 1
      const job = { key: prepareJobKey(id), queue: 'audio', priority, maxAttempts: 4 }
      await addJob(tx, 'prepare_upload', { uploadId: id }, job)
      return upload
    })
  } catch (error) {
    await removeUnlessReferenced({ db, storage }, { id, storageKey }).catch((cause: unknown) =>
      log.error({ err: cause, uploadId: id }, 'a recording without a row stays until the sweep'),
    )
    throw error
  }
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

/** Reads the beginning of a stream and returns it with the whole stream. */
async function readHead(body: AsyncIterable<Uint8Array>) {
  const chunks = body[Symbol.asyncIterator]()
  const read: Uint8Array[] = []
  let bytes = 0
  while (bytes < sniffedBytes) {
    const next = await chunks.next()
    if (next.done) break
    read.push(next.value)
    bytes += next.value.length
  }
  async function* whole() {
    yield* read
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }
  return { head: Buffer.concat(read).subarray(0, sniffedBytes), whole: whole() }
}

/** Deletes a refused upload that the artist has read. Returns whether there was one. */
export async function dismissRefusedUpload(
  db: Db,
  own: { id: string; artistId: string },
): Promise<boolean> {
  const result = await db
    .deleteFrom('uploads')
    .where('id', '=', own.id)
    .where('artist_id', '=', own.artistId)
    .where('status', '=', 'refused')
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}
