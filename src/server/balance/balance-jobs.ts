import type { Jobs } from '#server/jobs/job-names.ts'
import { readBalanceTransactions } from './balance-reading.ts'
import type { ReadingDeps } from './balance-booking.ts'

export function balanceJobs(deps: ReadingDeps): Jobs {
  return {
    async read_balance_transactions(_nothing, run) {
      await readBalanceTransactions(deps, run)
    },
  }
}
