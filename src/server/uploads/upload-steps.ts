// The steps of an upload's process (rules/uploads/upload-process.ts): the only code that changes the status of an upload.

import { sql, type Expression, type Selectable, type SqlBool, type Updateable } from 'kysely'
import { settleKey } from '#rules/music/measured-key.ts'
import { uploadProcess, type UploadRefusal } from '#rules/uploads/upload-process.ts'
import type { Db } from '#server/db/client.ts'
import { move } from '#server/db/move.ts'
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

type Step = {
  id: string
  step: keyof typeof uploadProcess.steps
  changes?: Updateable<Tables['uploads']>
  /** What else the row must be, besides in a status that the step starts from. */
  where?: Expression<SqlBool>
}

/** Takes the step, and tells the artist's open pages. Returns false if the process or `where` does not allow it. */
export async function takeUploadStep(
  tx: Db,
  { id, step, changes: given, where }: Step,
): Promise<boolean> {
  const now = sql<Date>`now()`
  const isLast = step === 'list' || step === 'refuse'
  const changes = { ...given, active_at: now, ...(isLast ? { finished_at: now } : {}) }
  if (!(await move(tx, 'uploads', uploadProcess, { id, step, changes, where }))) return false
  const { artist_id: artistId } = await tx
    .selectFrom('uploads')
    .select('artist_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await publish(tx, uploadChanged(id, artistId))
  return true
}

export function uploadChanged(uploadId: string, artistId: string) {
  return { name: 'uploadChanged', uploadId, artistId } as const
}

/**
 * Belongs into the transaction that prepares the upload, and into the one that stores its details: the later of the two
 * lists it. Returns 'key_unanswered' where the artist has to say first which key it is.
 * @throws Refusal payment_setup_needed if the artist cannot be paid (any more)
 */
export async function listIfComplete(tx: Db, id: string): Promise<'key_unanswered' | undefined> {
  const upload = await tx
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', id)
    .where('status', 'in', uploadProcess.steps.list.from)
    .where('details', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!upload) return undefined
  await refuseUnlessPayoutsEnabled(tx, upload.artist_id)
  const description = readDescription(upload.details)
  const audio = readAudio(upload.audio)
  const { keySignature: written, keyAnswer: answer = null } = description
  if (settleKey({ written, measured: audio, answer }) === null) return 'key_unanswered'
  await createTrack(tx, {
    id: upload.id,
    artistId: upload.artist_id,
    description,
    original: originalOf(upload),
    previewKey: previewKeyOf(upload.id),
    audio,
  })
  await takeUploadStep(tx, { id, step: 'list', changes: { audio: null } })
  const event = { kind: 'upload_ready', trackId: upload.id } as const
  await notify(tx, { ...event, to: upload.artist_id, key: `upload_ready:${id}` })
  await addJob(tx, 'notify_followers', { trackId: upload.id })
  return undefined
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
  code: UploadRefusal,
  only: Pick<Step, 'where'> = {},
): Promise<void> {
  const changes = { refusal_code: code, audio: null }
  const isMoved = await db.transaction().execute(async (tx) => {
    const moved = await takeUploadStep(tx, { ...only, id: upload.id, step: 'refuse', changes })
    if (moved) await tellOfRefusal(tx, upload.id, code)
    return moved
  })
  if (isMoved) await removeUploadFiles(storage, upload)
}

async function tellOfRefusal(tx: Db, id: string, refusalCode: UploadRefusal): Promise<void> {
  const { artistId, name } = await findNamed(tx, id)
  const event = { kind: 'upload_refused', titles: [name], refusalCode } as const
  await notify(tx, { ...event, to: artistId, key: `upload_refused:${id}` })
}

/** The form is closed: the artist has sent the details before the recording was measured. */
export async function askForKey(tx: Db, id: string): Promise<void> {
  const { artistId, name } = await findNamed(tx, id)
  const event = { kind: 'upload_question', titles: [name] } as const
  await notify(tx, { ...event, to: artistId, key: `upload_question:${id}` })
}

/** Under the name of the file as long as the artist has not entered a title. */
function findNamed(tx: Db, id: string) {
  return tx
    .selectFrom('uploads')
    .select((eb) => ['artist_id as artistId', eb.fn.coalesce('title', 'file_name').as('name')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
