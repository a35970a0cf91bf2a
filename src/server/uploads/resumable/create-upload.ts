// Announces a recording whose bytes follow in other requests.

import { uploadProcess } from '#rules/uploads/upload-process.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { publish } from '#server/events/site-events.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import type { Admission } from '../upload-admission.ts'
import { deleteOwnUpload } from '../upload-expiry.ts'
import { fileNameOf } from '../upload-commands.ts'
import { readDescription } from '../stored-description.ts'
import { originalKeyOf, removeUploadFiles } from '../upload-files.ts'
import { uploadChanged } from '../upload-steps.ts'

type Deps = { db: Db; storage: Storage; admission: Admission }
type NewUpload = {
  id: string
  artistId: string
  fileName: string | undefined
  /** As declared: not a byte more will be stored. */
  bytes: number
  /** An own upload that the new one takes the details from; it is removed. */
  replaces: string | null
}

/**
 * @throws Refusal upload_file_missing, upload_listed, and those of the admission. An upload to replace that is gone is
 * no reason to refuse: it may have expired.
 */
export async function createUpload(
  { db, storage, admission }: Deps,
  { id, artistId, fileName, bytes, replaces }: NewUpload,
): Promise<void> {
  const name = fileNameOf(fileName)
  if (bytes === 0) throw new Refusal('upload_file_missing')
  const replaced = await db.transaction().execute(async (tx) => {
    const former = replaces === null ? null : await deleteFormer(tx, { id: replaces, artistId })
    await admission.refuseRow(tx, { artistId, bytes })
    await tx
      .insertInto('uploads')
      .values({
        id,
        artist_id: artistId,
        title: former?.title ?? null,
        file_name: name,
        // An answer about the key was about the other recording.
        details: former?.details
          ? JSON.stringify({ ...readDescription(former.details), keyAnswer: null })
          : null,
        storage_key: originalKeyOf(id),
        bytes,
        status: uploadProcess.start,
      })
      .execute()
    await publish(tx, uploadChanged(id, artistId))
    return former
  })
  if (replaced) await removeUploadFiles(storage, replaced)
}

async function deleteFormer(tx: Db, own: { id: string; artistId: string }) {
  try {
    return await deleteOwnUpload(tx, own)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return null
    throw error
  }
}
