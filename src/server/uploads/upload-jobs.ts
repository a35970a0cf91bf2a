// Background jobs of uploads: preparing a recording, refusing or removing abandoned uploads, and removing unneeded files.

import { Refusal } from '#rules/errors/refusal.ts'
import { isUploadRefusal, type UploadRefusal } from '#rules/uploads/upload-process.ts'
import type { Db } from '#server/db/client.ts'
import { AudioRefused, type AudioEngine } from '#server/gateways/audio/audio-engine.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import { sweepWorkFolders } from '#server/gateways/storage/work-folders.ts'
import type { Jobs } from '#server/jobs/job-names.ts'
import { sweepStoredFiles } from './stored-file-sweep.ts'
import { expireUploads } from './upload-expiry.ts'
import { prepareUpload, refuseInterruptedUploads } from './upload-preparation.ts'
import { refuseUpload } from './upload-steps.ts'

type Deps = { db: Db; storage: Storage; audio: AudioEngine }

export function uploadJobs(deps: Deps): Jobs {
  return {
    async prepare_upload({ uploadId }, { isLastAttempt, ...run }) {
      const upload = await findWaiting(deps.db, uploadId)
      if (!upload) return
      try {
        await prepareUpload(deps, upload, run)
      } catch (error) {
        const code = refusalOf(error)
        if (code !== null) return refuseUpload(deps, upload, code)
        if (isLastAttempt) await refuseUpload(deps, upload, 'upload_interrupted')
        throw error
      }
    },

    async tidy_uploads() {
      await refuseInterruptedUploads(deps)
      await expireUploads(deps)
      await deps.storage.sweepUnfinished()
      await sweepWorkFolders()
    },

    async sweep_stored_files(_payload, { log }) {
      await sweepStoredFiles(deps, log)
    },
  }
}

/** Null for what another attempt may mend. */
function refusalOf(error: unknown): UploadRefusal | null {
  if (error instanceof AudioRefused) return error.code
  return error instanceof Refusal && isUploadRefusal(error.code) ? error.code : null
}

function findWaiting(db: Db, uploadId: string) {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', uploadId)
    .where('status', '=', 'processing')
    .executeTakeFirst()
}
