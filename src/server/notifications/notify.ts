// Tells a user of an event that concerns them: in their list, on their open pages and, where they want it, by email.

import { sql } from 'kysely'
import type { NotificationDetails } from '#rules/notifications/notification-texts.ts'
import {
  emailedAs,
  type NotificationKind,
  type NotifiedEvent,
} from '#rules/notifications/notification-kinds.ts'
import type { Db } from '#server/db/client.ts'
import { publish } from '#server/events/site-events.ts'
import { addJob } from '#server/jobs/add-job.ts'

type Notice = NotifiedEvent & {
  /** The user who is told. */
  to: string
  /** Names the event, such as `sale:{orderId}`: a user is told of an event once, however often this is called. What can happen again needs another key each time. */
  key: string
}

/** In the transaction of the event, as its last write. Nobody is told of what they did themselves. */
export async function notify(tx: Db, { to, key, ...event }: Notice): Promise<void> {
  if ('actorId' in event && event.actorId === to) return
  const told = await tx
    .insertInto('notifications')
    .values({ user_id: to, key, ...columnsOf(event) })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!told) return
  await publish(tx, { name: 'notificationsChanged', userIds: [to] })
  if (isEmailedAtOnce(event.kind)) {
    await addJob(tx, 'email_notification', { notificationId: told.id })
  }
}

/**
 * Tells every admin of what waits for one of them.
 * @param but a user whose own case it is; null for nobody
 */
export async function notifyAdmins(
  tx: Db,
  notice: NotifiedEvent & { key: string },
  but: string | null = null,
): Promise<void> {
  const admins = await tx.selectFrom('users').select('id').where('role', '=', 'admin').execute()
  for (const { id } of admins) if (id !== but) await notify(tx, { ...notice, to: id })
}

/**
 * Like `notify`, but events of one key are counted in one unread notification, whose time is that of the latest. They
 * have no actor: the deletion of an actor also writes this row, and would wait in a circle with another user's event.
 */
export async function notifyCollected(
  tx: Db,
  { to, key, ...event }: Notice & { kind: 'rating' | 'commission_news' },
): Promise<void> {
  await tx
    .insertInto('notifications')
    .values({ user_id: to, key, ...columnsOf(event) })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'key']).doUpdateSet({
        times: sql`case when notifications.read_at is null then notifications.times + 1 else 1 end`,
        created_at: sql`excluded.created_at`,
        read_at: null,
      }),
    )
    .execute()
  await publish(tx, { name: 'notificationsChanged', userIds: [to] })
}

/** The job finds out whether the user wants it; kinds that are collected in an email are not sent at once. */
function isEmailedAtOnce(kind: NotificationKind): boolean {
  return !['daily', 'hourly'].includes(emailedAs(kind))
}

type Facts = NotificationDetails & {
  actorId?: string
  trackId?: string
  reviewId?: string
  commentId?: string
}

function columnsOf({ kind, ...facts }: NotifiedEvent) {
  const { actorId, trackId, reviewId, commentId, ...details }: Facts = facts
  return {
    kind,
    actor_id: actorId ?? null,
    track_id: trackId ?? null,
    review_id: reviewId ?? null,
    comment_id: commentId ?? null,
    details: JSON.stringify(details),
  }
}
