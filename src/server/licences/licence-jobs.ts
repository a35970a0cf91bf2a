import type { Db } from '#server/db/client.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import type { Jobs } from '#server/jobs/job-names.ts'
import { expireUnusedDocuments } from './document-commands.ts'

export function licenceJobs(deps: { db: Db; storage: Storage }): Jobs {
  return {
    async expire_licence_documents(_payload, { signal }) {
      await expireUnusedDocuments(deps, signal)
    },
  }
}
