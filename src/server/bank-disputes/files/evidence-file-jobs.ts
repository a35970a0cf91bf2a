import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Db } from '#server/db/client.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import type { Jobs } from '#server/jobs/job-names.ts'
import { expireEvidenceFiles } from './evidence-file-commands.ts'

export function evidenceFileJobs(deps: { db: Db; storage: Storage; clock: Clock }): Jobs {
  return {
    async expire_evidence_files(_payload, { signal }) {
      await expireEvidenceFiles(deps, signal)
    },
  }
}
