import type { Generated } from 'kysely'
import type { NotificationKind } from '#rules/notifications/notification-kinds.ts'
import type { Timestamp } from './column-types.ts'

export type NotificationTables = {
  notifications: {
    id: Generated<string>
    user_id: string
    kind: NotificationKind
    key: string
    actor_id: string | null
    track_id: string | null
    review_id: string | null
    comment_id: string | null
    /** A `NotificationDetails` without what is empty. */
    details: Generated<unknown>
    times: Generated<number>
    created_at: Timestamp
    read_at: Date | null
    emailed_at: Date | null
  }
  notification_choices: { user_id: string; kind: NotificationKind; emails: boolean }
}
