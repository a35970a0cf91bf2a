// Scheduled jobs for tracks.

import type { Db } from '#server/db/client.ts'
import type { Jobs } from '#server/jobs/job-names.ts'
import { refreshPopularity } from './track-popularity.ts'

export function trackJobs({ db }: { db: Db }): Jobs {
  return {
    async refresh_popularity(_payload, { signal }) {
      await refreshPopularity(db, signal)
    },
  }
}
