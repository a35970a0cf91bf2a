// What is over by the clock: sessions that have ended, and counts nobody asks for any more.

import type { Db } from '#server/db/client.ts'
import type { Jobs } from '#server/jobs/job-names.ts'
import { trustKeyPrefix } from './login-limit.ts'

const dayMs = 24 * 60 * 60_000
/** How long an address stays trusted after its last log-in. */
const trustedMs = 90 * dayMs

export function accountJobs({ db }: { db: Db }): Jobs {
  return {
    async tidy_accounts() {
      await db.deleteFrom('sessions').where('expires_at', '<', new Date()).execute()
      await forgetOlderThan(db, 'not like', dayMs)
      await forgetOlderThan(db, 'like', trustedMs)
    },
  }
}

async function forgetOlderThan(db: Db, trusted: 'like' | 'not like', ms: number): Promise<void> {
  await db
    .deleteFrom('rate_limits')
    .where('key', trusted, `${trustKeyPrefix}%`)
    .where('last_request', '<', String(Date.now() - ms))
    .execute()
}
