import type { Jobs } from '#server/jobs/job-names.ts'
import { markProcessed } from '#server/payments/events/payment-jobs.ts'
import { compareAccounts, compareOne, type ComparisonDeps } from './account-comparison.ts'
import type { RecordDeps } from './platform-payout-records.ts'
import { checkPlatformPayout, makePayout } from './platform-payouts.ts'
import { renewArtistMonths } from './artist-months.ts'
import { findArtistAccount, recordArtistPayout } from './artist-payouts.ts'

type Deps = ComparisonDeps & RecordDeps

export function payoutJobs(deps: Deps): Jobs {
  return {
    async compare_accounts(_nothing, run) {
      await compareAccounts(deps, run)
    },

    async compare_account({ providerAccountId }, { log }) {
      await compareOne(deps, providerAccountId, log)
    },

    async renew_artist_months(_nothing, { signal }) {
      await renewArtistMonths(deps, signal)
    },

    async make_payout({ payoutId }, { log }) {
      await makePayout({ ...deps, log }, payoutId)
    },

    async check_payout({ payoutId, providerAccountId, eventId }) {
      if (providerAccountId === null) await checkPlatformPayout(deps, payoutId)
      else await checkArtistPayout(deps, payoutId, providerAccountId)
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
