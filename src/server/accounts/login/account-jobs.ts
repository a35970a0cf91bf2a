// Sends links for new passwords; deletes what is over: sessions, links, counters and trusted addresses.

import type { Db } from '#server/db/client.ts'
import type { Jobs } from '#server/jobs/job-names.ts'
import { sendResetLink } from '../links/password-reset.ts'
import { farewellPrefix } from '../links/link-emails.ts'
import { trustKeyPrefix } from '../login-limit.ts'

const dayMs = 24 * 60 * 60_000
/** How long an address stays trusted after its last log-in. */
const trustedMs = 90 * dayMs

export function accountJobs({ db, publicUrl }: { db: Db; publicUrl: string }): Jobs {
  return {
    send_reset_link: (request) => sendResetLink(db, request, publicUrl),

    async tidy_accounts() {
      await db.deleteFrom('sessions').where('expires_at', '<', new Date()).execute()
      await db
        .deleteFrom('mails')
        .where('about', 'like', `${farewellPrefix}%`)
        .where('sent_at', 'is not', null)
        .execute()
      await db.deleteFrom('email_links').where('expires_at', '<', new Date()).execute()
      await deleteOlderThan(db, 'not like', dayMs)
      await deleteOlderThan(db, 'like', trustedMs)
    },
  }
}

async function deleteOlderThan(db: Db, trusted: 'like' | 'not like', ms: number): Promise<void> {
  await db
    .deleteFrom('rate_limits')
    .where('key', trusted, `${trustKeyPrefix}%`)
    .where('last_request', '<', String(Date.now() - ms))
    .execute()
}
