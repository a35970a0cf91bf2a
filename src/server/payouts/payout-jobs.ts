import type { Jobs } from '#server/jobs/job-names.ts'
import { compareAccounts, compareOne, type ComparisonDeps } from './account-comparison.ts'
import { findArtistAccount, recordArtistPayout } from './artist-payouts.ts'

export function payoutJobs(deps: ComparisonDeps): Jobs {
  return {
    async compare_accounts(_nothing, run) {
      await compareAccounts(deps, run)
    },

    async compare_account({ providerAccountId }, { log }) {
      await compareOne(deps, providerAccountId, log)
    },

    async check_payout({ payoutId, providerAccountId: accountId }) {
      if (accountId === null) return
      const account = await findArtistAccount(deps.db, accountId)
      if (account === null) return
      const payout = await deps.payments.readPayout({ payoutId, accountId })
      await recordArtistPayout(deps, account, payout)
    },
  }
}
