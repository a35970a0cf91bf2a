// Taking in a recording: recognised by its content, streamed to storage, and queued for preparation.

import type { TrackDetails } from '#contracts/uploads.ts'
import { oneLine } from '#rules/plain-text.ts'
import { largestUploadBytes } from '#rules/upload-limits.ts'
import { Refusal } from '#rules/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { sniffAudio, sniffedBytes } from '#server/gateways/audio/sniff-audio.ts'
import { audioContainers } from '#server/gateways/audio/audio-engine.ts'
import { FileTooLarge, StorageFull, type Storage } from '#server/gateways/storage/storage.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { uploadColumns } from './upload-queries.ts'
import { prepareJobKey } from './upload-refusals.ts'

type Recording = {
  id: string
  artistId: string
  details: TrackDetails
  fileName: string
  body: AsyncIterable<Uint8Array>
}

/**
 * Nothing is left behind when it refuses.
 * @throws Refusal audio_not_recognised, upload_file_missing, upload_too_large, storage_full
 */
export async function receiveRecording(
  { db, storage }: { db: Db; storage: Storage },
  { id, artistId, details, fileName, body }: Recording,
) {
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

  // Should this fail, the file stays for the sweep: when only the answer was lost, a row names it.
  return db.transaction().execute(async (tx) => {
    const upload = await tx
      .insertInto('uploads')
      .values({
        id,
        artist_id: artistId,
        title: details.title,
        file_name: oneLine(fileName).slice(0, 255),
        details: JSON.stringify(details),
        storage_key: storageKey,
        bytes: stored.bytes,
        sha256: stored.sha256,
        container,
      })
      .returning(uploadColumns)
      .executeTakeFirstOrThrow()
    const job = { key: prepareJobKey(id), queue: 'audio', maxAttempts: 4 }
    await addJob(tx, 'prepare_upload', { uploadId: id }, job)
    return upload
  })
}

/** Looks at the beginning of a stream and hands the whole stream on. */
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

/** Forgets a refusal the artist has read. Answers whether there was one. */
export async function dismissRefusedUpload(
  db: Db,
  own: { id: string; artistId: string },
): Promise<boolean> {
  const gone = await db
    .deleteFrom('uploads')
    .where('id', '=', own.id)
    .where('artist_id', '=', own.artistId)
    .where('state', '=', 'refused')
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}
