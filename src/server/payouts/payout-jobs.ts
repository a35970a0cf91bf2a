// Paying artists as jobs.

import type { Db } from '#server/db/client.ts'
import type { Payments } from '#server/gateways/payments/payments.ts'
import type { Jobs } from '#server/jobs/job-names.ts'
import { refreshAccount } from './payout-account.ts'
import { sendPayout } from './payout-commands.ts'

export function payoutJobs(deps: { db: Db; payments: Payments }): Jobs {
  return {
    async send_payout({ payoutId }) {
      await sendPayout(deps, payoutId)
    },
    async check_payout_account({ providerAccountId }) {
      await refreshAccount(deps, providerAccountId)
    },
  }
}
