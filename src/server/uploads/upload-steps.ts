// The steps of an upload's process (rules/upload-process.ts): the only code that changes the status of an upload.

import { sql, type Selectable, type Updateable } from 'kysely'
import type { RefusalCode } from '#rules/errors/refusal.ts'
import { uploadProcess } from '#rules/upload-process.ts'
import type { Db } from '#server/db/client.ts'
import type { Tables } from '#server/db/tables.ts'
import { publish } from '#server/events/site-events.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { notify } from '#server/notifications/notify.ts'
import { createTrack } from '#server/tracks/track-commands.ts'
import { refuseUnlessPayoutsEnabled } from './upload-admission.ts'
import { readAudio } from './stored-audio.ts'
import { readDescription } from './stored-description.ts'
import { removeUploadFiles, previewKeyOf, type UploadFiles } from './upload-files.ts'

type Move = {
  id: string
  step: keyof typeof uploadProcess.steps
  set?: Updateable<Tables['uploads']>
}

/** One UPDATE checks that the process allows the step, and takes it. Returns whether it did. */
export async function moveUpload(tx: Db, { id, step, set = {} }: Move): Promise<boolean> {
  const { from, to } = uploadProcess.steps[step]
  const isLast = step === 'list' || step === 'refuse'
  const moved = await tx
    .updateTable('uploads')
    .set({
      ...set,
      status: to,
      active_at: sql`now()`,
      ...(isLast ? { finished_at: sql<Date>`now()` } : {}),
    })
    .where('id', '=', id)
    .where('status', 'in', from)
    .returning('artist_id')
    .executeTakeFirst()
  if (moved) await publish(tx, uploadChanged(id, moved.artist_id))
  return moved !== undefined
}

export function uploadChanged(uploadId: string, artistId: string) {
  return { name: 'uploadChanged', uploadId, artistId } as const
}

/**
 * Belongs into the transaction that prepares the upload, and into the one that stores its details: the later of the two
 * lists it. @throws Refusal payment_setup_needed if the artist cannot be paid (any more)
 */
export async function listIfComplete(tx: Db, id: string): Promise<void> {
  const upload = await tx
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', id)
    .where('status', 'in', uploadProcess.steps.list.from)
    .where('details', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!upload) return
  await refuseUnlessPayoutsEnabled(tx, upload.artist_id)
  await createTrack(tx, {
    id: upload.id,
    artistId: upload.artist_id,
    description: readDescription(upload.details),
    original: originalOf(upload),
    previewKey: previewKeyOf(upload.id),
    audio: readAudio(upload.audio),
  })
  await moveUpload(tx, { id, step: 'list', set: { audio: null } })
  const event = { kind: 'upload_ready', trackId: upload.id } as const
  await notify(tx, { ...event, to: upload.artist_id, key: `upload_ready:${id}` })
  await addJob(tx, 'notify_followers', { trackId: upload.id })
}

function originalOf({
  storage_key: key,
  file_name: name,
  bytes,
  ...upload
}: Selectable<Tables['uploads']>) {
  const { sha256, container } = upload
  // The database refuses such a row, too: uploads_prepared_check.
  if (sha256 === null || container === null) throw new Error(`The upload ${upload.id} lacks facts.`)
  return { key, name, container, bytes, sha256 }
}

/**
 * Files are removed only if the row was updated: an upload that is listed by now needs them. The sweep removes the
 * files of a refused upload after a crash.
 */
export async function refuseUpload(
  { db, storage }: { db: Db; storage: Storage },
  upload: UploadFiles,
  code: RefusalCode,
): Promise<void> {
  const reason = { refusal_code: code, audio: null }
  const isMoved = await db.transaction().execute(async (tx) => {
    const moved = await moveUpload(tx, { id: upload.id, step: 'refuse', set: reason })
    if (moved) await tellOfRefusal(tx, upload.id, code)
    return moved
  })
  if (isMoved) await removeUploadFiles(storage, upload)
}

/** Under the name of the file as long as the artist has not entered a title. */
async function tellOfRefusal(tx: Db, id: string, refusalCode: RefusalCode): Promise<void> {
  const upload = await tx
    .selectFrom('uploads')
    .select((eb) => ['artist_id', eb.fn.coalesce('title', 'file_name').as('name')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const event = { kind: 'upload_refused', titles: [upload.name], refusalCode } as const
  await notify(tx, { ...event, to: upload.artist_id, key: `upload_refused:${id}` })
}
