import type { Jobs } from '#server/jobs/job-names.ts'
import { markProcessed } from '#server/payments/events/payment-jobs.ts'
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

    async check_payout({ payoutId, providerAccountId, eventId }) {
      if (providerAccountId !== null) await checkArtistPayout(deps, payoutId, providerAccountId)
      if (eventId !== undefined) await markProcessed(deps, eventId)
    },
  }
}

/** An event never says what has become of it: the provider is asked. */
async function checkArtistPayout(
  deps: ComparisonDeps,
  payoutId: string,
  accountId: string,
): Promise<void> {
  const account = await findArtistAccount(deps.db, accountId)
  if (account === null) return
  await recordArtistPayout(deps, account, await deps.payments.readPayout({ payoutId, accountId }))
}
