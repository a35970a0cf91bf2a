// Refusing an upload that was taken in: the reason stays for its artist, the files go.

import type { RefusalCode } from '#rules/refusal.ts'
import type { Db } from '#server/db/client.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import { findLiveJobs } from '#server/jobs/add-job.ts'

type Deps = { db: Db; storage: Storage }
type UploadedFile = { id: string; storage_key: string }

/** What each upload's job is called in the queue. */
export const prepareJobKey = (uploadId: string) => `prepare_upload:${uploadId}`

/**
 * Files go only with a row that was moved: one that is listed by now needs them. What a crash leaves of a
 * refused one is swept later.
 */
export async function refuseUpload(
  { db, storage }: Deps,
  upload: UploadedFile,
  code: RefusalCode,
): Promise<void> {
  const moved = await db
    .updateTable('uploads')
    .set({ state: 'refused', refusal_code: code, finished_at: new Date() })
    .where('id', '=', upload.id)
    .where('state', '=', 'processing')
    .executeTakeFirst()
  if (moved.numUpdatedRows === 0n) return
  await storage.remove(`previews/${upload.id}.mp3`)
  await storage.remove(upload.storage_key)
}

/** Their every try was killed before it could say so: nobody would ever finish them. */
export async function refuseInterruptedUploads(deps: Deps): Promise<void> {
  const processing = await deps.db
    .selectFrom('uploads')
    .select(['id', 'storage_key'])
    .where('state', '=', 'processing')
    .execute()
  const live = await findLiveJobs(
    deps.db,
    processing.map(({ id }) => prepareJobKey(id)),
  )
  for (const upload of processing) {
    if (!live.has(prepareJobKey(upload.id))) await refuseUpload(deps, upload, 'upload_interrupted')
  }
}
