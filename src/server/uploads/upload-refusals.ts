// Refuses an upload after it was received: stores the reason for its artist and removes the files.

import type { RefusalCode } from '#rules/refusal.ts'
import type { Db } from '#server/db/client.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import { findLiveJobs } from '#server/jobs/add-job.ts'

type Deps = { db: Db; storage: Storage }
type UploadedFile = { id: string; storage_key: string }

/** The key of an upload's job in the queue. */
export const prepareJobKey = (uploadId: string) => `prepare_upload:${uploadId}`

/**
 * Files are removed only if the row was updated: an upload that is listed by now needs them. The sweep removes the
 * files of a refused upload after a crash.
 */
export async function refuseUpload(
  { db, storage }: Deps,
  upload: UploadedFile,
  code: RefusalCode,
): Promise<void> {
  const updated = await db
    .updateTable('uploads')
    .set({ state: 'refused', refusal_code: code, finished_at: new Date() })
    .where('id', '=', upload.id)
    .where('state', '=', 'processing')
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n) return
  await storage.remove(`previews/${upload.id}.mp3`)
  await storage.remove(upload.storage_key)
}

/** Refuses uploads whose attempts were all killed: no job would ever finish them. */
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
