import type { Jobs } from '#server/jobs/job-names.ts'
import { makeCopies, type CopyDeps } from './report-copies.ts'
import { renewPlatformReport } from './report-figures.ts'

export function reportJobs(deps: CopyDeps): Jobs {
  return {
    async renew_platform_report(_nothing, { signal }) {
      await renewPlatformReport(deps.db, { now: deps.clock.now(), signal })
    },

    async make_report_copies(_nothing, run) {
      await makeCopies(deps, run)
    },
  }
}
