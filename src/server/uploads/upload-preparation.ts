// Prepares a received upload: hashes and measures the recording, and makes its preview.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { Selectable } from 'kysely'
import { uploadProcess, type UploadStage } from '#rules/uploads/upload-process.ts'
import type { Db } from '#server/db/client.ts'
import type { Tables } from '#server/db/tables.ts'
import { publish } from '#server/events/site-events.ts'
import type { AudioEngine } from '#server/gateways/audio/audio-engine.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import { withWorkFolder } from '#server/gateways/storage/work-folders.ts'
import { findLiveJobs } from '#server/jobs/add-job.ts'
import type { JobRun } from '#server/jobs/job-names.ts'
import { storeAudio } from './stored-audio.ts'
import { previewKeyOf, removeUploadFiles, uploadFileColumns } from './upload-files.ts'
import {
  askForKey,
  listIfComplete,
  refuseUpload,
  takeUploadStep,
  uploadChanged,
} from './upload-steps.ts'

type Files = { db: Db; storage: Storage }
type UploadRow = Selectable<Tables['uploads']>

/** The key of an upload's job in the queue. */
export const prepareJobKey = (uploadId: string) => `prepare_upload:${uploadId}`

/**
 * Lists the upload, too, if its details are there and leave no question.
 * @throws AudioRefused; Refusal payment_setup_needed if the artist cannot be paid any more
 */
export async function prepareUpload(
  { db, storage, audio }: Files & { audio: AudioEngine },
  upload: UploadRow,
  { log, signal }: Pick<JobRun, 'log' | 'signal'>,
): Promise<void> {
  let stagesShown: Promise<unknown> = Promise.resolve()
  /** Only for display: one that fails stops nothing. In their order, so that no stage takes the place of a later one. */
  const onStage = (stage: UploadStage) => {
    stagesShown = stagesShown
      .then(() => showStage(db, upload.id, stage))
      .catch((error: unknown) =>
        log.warn({ err: error, uploadId: upload.id }, 'the stage of an upload could not be shown'),
      )
  }
  const { storage_key: key, unfinished_file: unfinished } = upload
  if (unfinished !== null) await storage.unfinished.finish(key, unfinished, Number(upload.bytes))
  await withWorkFolder(async (outDir) => {
    const { sha256, prepared } = await storage.withLocalFile(key, async (path) => ({
      sha256: upload.sha256 ?? (await sha256Of(path, signal)),
      prepared: await audio.prepare({ path, outDir, signal, onStage }),
    }))
    const { path } = prepared.preview
    const { size: maxBytes } = await stat(path)
    const stream = createReadStream(path)
    await storage.put(previewKeyOf(upload.id), stream, { maxBytes, contentType: 'audio/mpeg' })
    await stagesShown
    const isMoved = await db.transaction().execute(async (tx) => {
      const changes = { audio: storeAudio(prepared), sha256 }
      if (!(await takeUploadStep(tx, { id: upload.id, step: 'prepare', changes }))) return false
      if (await listIfComplete(tx, upload.id)) await askForKey(tx, upload.id)
      return true
    })
    if (!isMoved) await removeFilesWithoutRow({ db, storage }, upload)
  })
}

const hashedAtOnceBytes = 256 * 1024

/** With one buffer: a stream would leave a file of buffers to the garbage collector. */
export async function sha256Of(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  const part = Buffer.allocUnsafeSlow(hashedAtOnceBytes)
  await using file = await open(path)
  for (;;) {
    signal.throwIfAborted()
    const { bytesRead } = await file.read(part)
    if (bytesRead === 0) return hash.digest('hex')
    hash.update(part.subarray(0, bytesRead))
  }
}

/** The artist has dismissed the upload meanwhile: the preview was stored after its files had been removed. */
async function removeFilesWithoutRow({ db, storage }: Files, upload: UploadRow): Promise<void> {
  const row = await db
    .selectFrom('uploads')
    .select('id')
    .where('id', '=', upload.id)
    .executeTakeFirst()
  if (!row) await removeUploadFiles(storage, upload)
}

async function showStage(db: Db, id: string, stage: UploadStage): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const upload = await tx
      .updateTable('uploads')
      .set({ stage })
      .where('id', '=', id)
      .where('status', 'in', uploadProcess.steps.prepare.from)
      .returning('artist_id')
      .executeTakeFirst()
    if (upload) await publish(tx, uploadChanged(id, upload.artist_id))
  })
}

/** Refuses uploads whose attempts were all killed: no job would ever finish them. */
export async function refuseInterruptedUploads(deps: Files): Promise<void> {
  const processing = await deps.db
    .selectFrom('uploads')
    .select(uploadFileColumns)
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
