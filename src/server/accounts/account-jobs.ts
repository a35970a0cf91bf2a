// What is over by the clock: sessions that have ended, and counts nobody asks for any more.

import type { Db } from '#server/db/client.ts'
import type { Jobs } from '#server/jobs/job-names.ts'

const dayMs = 24 * 60 * 60_000

export function accountJobs({ db }: { db: Db }): Jobs {
  return {
    async tidy_accounts() {
      await db.deleteFrom('sessions').where('expires_at', '<', new Date()).execute()
      await db
        .deleteFrom('rate_limits')
        .where('last_request', '<', BigInt(Date.now() - dayMs))
        .execute()
    },
  }
}
