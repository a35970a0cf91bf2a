// Jobs that pay artists.

import type { Jobs } from '#server/jobs/job-names.ts'
import { isOwnAccount, refreshAccount, type PayoutDeps } from './payout-account.ts'
import { sendPayout } from './payout-commands.ts'

export function payoutJobs(deps: PayoutDeps): Jobs {
  return {
    async send_payout({ payoutId }, { log }) {
      await sendPayout({ ...deps, log }, payoutId)
    },
    async check_payout_account({ providerAccountId }) {
      if (await isOwnAccount(deps.db, providerAccountId)) {
        await refreshAccount(deps, providerAccountId)
      }
    },
  }
}
