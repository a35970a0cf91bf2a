// Background jobs of notifications: their emails, and deleting old ones.

import { sql } from 'kysely'
import { notificationDays } from '#rules/notifications/notification-kinds.ts'
import type { Db } from '#server/db/client.ts'
import type { Jobs } from '#server/jobs/job-names.ts'
import type { EmailDeps } from './email-subscriptions.ts'
import { emailNewTracks } from './new-track-emails.ts'
import { emailNotification } from './notification-emails.ts'

export function notificationJobs(deps: EmailDeps): Jobs {
  return {
    email_notification: ({ notificationId }) => emailNotification(deps, notificationId),
    email_new_tracks: (_payload, { signal }) => emailNewTracks(deps, signal),
    tidy_notifications: (_payload, { signal }) => deleteOldNotifications(deps.db, signal),
  }
}

const deletedAtOnce = 5_000

async function deleteOldNotifications(db: Db, signal: AbortSignal): Promise<void> {
  let deleted: bigint
  do {
    signal.throwIfAborted()
    const result = await db
      .deleteFrom('notifications')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('notifications')
          .select('id')
          .where('created_at', '<', sql<Date>`now() - make_interval(days => ${notificationDays})`)
          .orderBy('created_at')
          .limit(deletedAtOnce),
      )
      .executeTakeFirst()
    deleted = result.numDeletedRows
  } while (deleted > 0n)
}
