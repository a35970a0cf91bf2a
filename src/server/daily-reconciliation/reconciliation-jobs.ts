import type { Jobs } from '#server/jobs/job-names.ts'
import { reconcileDays, repeatDay, type ReconciliationDeps } from './daily-reconciliation.ts'

export function reconciliationJobs(deps: ReconciliationDeps): Jobs {
  return {
    async reconcile_days(_nothing, job) {
      await reconcileDays(deps, job)
    },

    async repeat_day({ day }, job) {
      await repeatDay(deps, day, job)
    },
  }
}
