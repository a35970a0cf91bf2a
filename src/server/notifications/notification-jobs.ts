import type { Db } from '#server/db/client.ts'
import type { Jobs } from '#server/jobs/job-names.ts'
import { emailNotification } from './notification-emails.ts'

export function notificationJobs(deps: { db: Db; publicUrl: string }): Jobs {
  return {
    email_notification: ({ notificationId }) => emailNotification(deps, notificationId),
  }
}
