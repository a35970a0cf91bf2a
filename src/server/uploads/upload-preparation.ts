// What becomes of a received upload: it is listed as a track, or refused, which leaves only the reason.

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Selectable, Updateable } from 'kysely'
import type { RefusalCode } from '#rules/errors/refusal.ts'
import { uploadProcess, type UploadStage } from '#rules/upload-process.ts'
import type { Db } from '#server/db/client.ts'
import type { Tables } from '#server/db/tables.ts'
import { publish } from '#server/events/site-events.ts'
import type { AudioEngine, PreparedAudio } from '#server/gateways/audio/audio-engine.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import { withWorkFolder } from '#server/gateways/storage/work-folders.ts'
import { findLiveJobs } from '#server/jobs/add-job.ts'
import type { JobRun } from '#server/jobs/job-names.ts'
import { createTrack, type TrackDescription } from '#server/tracks/track-commands.ts'
import { refuseUnlessPayoutsEnabled } from './upload-admission.ts'

type Files = { db: Db; storage: Storage }
type UploadRow = Selectable<Tables['uploads']>

/** The key of an upload's job in the queue. */
export const prepareJobKey = (uploadId: string) => `prepare_upload:${uploadId}`

/** @throws AudioRefused; Refusal payment_setup_needed if the artist cannot be paid any more */
export async function listUpload(
  { db, storage, audio }: Files & { audio: AudioEngine },
  upload: UploadRow,
  { log, signal }: Pick<JobRun, 'log' | 'signal'>,
): Promise<void> {
  /** Only for display: nothing depends on whether and when it is written. */
  const onStage = (stage: UploadStage) => {
    showStage(db, upload.id, stage).catch((error: unknown) =>
      log.warn({ err: error, uploadId: upload.id }, 'the stage of an upload could not be shown'),
    )
  }
  await withWorkFolder(async (outDir) => {
    const audioFacts = await storage.withLocalFile(upload.storage_key, (path) =>
      audio.prepare({ path, outDir, signal, onStage }),
    )
    const { path } = audioFacts.preview
    const { size: maxBytes } = await stat(path)
    const previewKey = previewKeyOf(upload.id)
    const stream = createReadStream(path)
    await storage.put(previewKey, stream, { maxBytes, contentType: 'audio/mpeg' })
    await createListedTrack(db, upload, { audio: audioFacts, previewKey })
  })
}

const previewKeyOf = (uploadId: string) => `previews/${uploadId}.mp3`

async function showStage(db: Db, id: string, stage: UploadStage): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const upload = await tx
      .updateTable('uploads')
      .set({ stage })
      .where('id', '=', id)
      .where('status', '=', 'processing')
      .returning('artist_id')
      .executeTakeFirst()
    if (upload) await publish(tx, uploadChanged(id, upload.artist_id))
  })
}

async function createListedTrack(
  db: Db,
  upload: UploadRow,
  prepared: { audio: PreparedAudio; previewKey: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const isMoved = await moveUpload(tx, { id: upload.id, step: 'list' })
    if (!isMoved) return
    await refuseUnlessPayoutsEnabled(tx, upload.artist_id)
    await createTrack(tx, {
      id: upload.id,
      artistId: upload.artist_id,
      // Written from this type when the upload was received.
      description: upload.details as TrackDescription,
      original: {
        key: upload.storage_key,
        name: upload.file_name,
        container: upload.container,
        bytes: upload.bytes,
        sha256: upload.sha256,
      },
      ...prepared,
    })
  })
}

/**
 * Files are removed only if the row was updated: an upload that is listed by now needs them. The sweep removes the
 * files of a refused upload after a crash.
 */
export async function refuseUpload(
  { db, storage }: Files,
  upload: Pick<UploadRow, 'id' | 'storage_key'>,
  code: RefusalCode,
): Promise<void> {
  const reason = { refusal_code: code }
  const isMoved = await db
    .transaction()
    .execute((tx) => moveUpload(tx, { id: upload.id, step: 'refuse', set: reason }))
  if (!isMoved) return
  await storage.remove(previewKeyOf(upload.id))
  await storage.remove(upload.storage_key)
}

/** Refuses uploads whose attempts were all killed: no job would ever finish them. */
export async function refuseInterruptedUploads(deps: Files): Promise<void> {
  const processing = await deps.db
    .selectFrom('uploads')
    .select(['id', 'storage_key'])
    .where('status', '=', 'processing')
    .execute()
  const live = await findLiveJobs(
    deps.db,
    processing.map(({ id }) => prepareJobKey(id)),
  )
  for (const upload of processing) {
    if (!live.has(prepareJobKey(upload.id))) await refuseUpload(deps, upload, 'upload_interrupted')
  }
}

type Move = {
  id: string
  step: keyof typeof uploadProcess.steps
  set?: Updateable<Tables['uploads']>
}

/** One UPDATE checks that the process allows the step, and takes it. Returns whether it did. */
async function moveUpload(tx: Db, { id, step, set = {} }: Move): Promise<boolean> {
  const { from, to } = uploadProcess.steps[step]
  const moved = await tx
    .updateTable('uploads')
    .set({ ...set, status: to, finished_at: new Date() })
    .where('id', '=', id)
    .where('status', 'in', from)
    .returning('artist_id')
    .executeTakeFirst()
  if (moved) await publish(tx, uploadChanged(id, moved.artist_id))
  return moved !== undefined
}

function uploadChanged(uploadId: string, artistId: string) {
  return { name: 'uploadChanged', uploadId, artistId } as const
}
