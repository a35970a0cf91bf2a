// Tells a user of an event that concerns them: in their list, on their open pages and, where they want it, by email.

import { sql } from 'kysely'
import type { NotificationDetails } from '#rules/notifications/notification-texts.ts'
import type { ContactSubject } from '#rules/contact/contact-limits.ts'
import type { FlaggedWords } from '#rules/moderation/flag-limits.ts'
import type { FlagStatus } from '#rules/moderation/flag-process.ts'
import type { RefusalCode } from '#rules/errors/refusal.ts'
import {
  isCommissionNotice,
  type CommissionNotice,
} from '#rules/notifications/commission-notices.ts'
import type { CommissionDetails } from '#rules/notifications/commission-notice-texts.ts'
import { emailedAs, type NotificationKind } from '#rules/notifications/notification-kinds.ts'
import type { Db } from '#server/db/client.ts'
import { publish } from '#server/events/site-events.ts'
import { addJob } from '#server/jobs/add-job.ts'

/** What happened, with what its sentence needs. */
export type NotifiedEvent =
  | { kind: 'review' | 'review_answer'; actorId: string; reviewId: string }
  | { kind: 'rating'; trackId: string }
  | { kind: 'comment'; actorId: string; trackId: string; commentId: string }
  | { kind: 'sale'; titles: readonly string[]; pence: number }
  // Of a sale; or of the commission that it names.
  | { kind: 'transfer'; pence: number; titles?: readonly string[]; commissionId?: string }
  | { kind: 'payments_stopped'; isNoLongerAvailable: boolean }
  | { kind: 'upload_ready'; trackId: string }
  | { kind: 'upload_question'; titles: readonly string[] }
  | { kind: 'upload_refused'; titles: readonly string[]; refusalCode: RefusalCode }
  | (Flagged & {
      kind: 'flag_decided'
      titles: readonly string[]
      outcome: FlagStatus
      reason?: string
      staysDown?: boolean
    })
  | {
      kind: 'track_taken_down'
      titles: readonly string[]
      claim?: string | undefined
      reason: string
      byReport: boolean
    }
  | { kind: 'track_restored'; titles: readonly string[]; reason: string; staysDown?: boolean }
  | (Flagged & { kind: 'new_flag' | 'counter_notice'; titles?: readonly string[] })
  | {
      kind: 'contact_message'
      titles: readonly string[]
      messageId: string
      subject: ContactSubject
    }
  | {
      kind: 'comment_removed' | 'review_removed' | 'profile_removed' | 'message_removed'
      titles: readonly string[]
      claim?: string | undefined
      reason: string
      byReport?: boolean
    }
  | {
      kind: 'words_restored'
      flagged: FlaggedWords
      titles: readonly string[]
      reason: string
      staysDown: boolean
    }
  | { kind: 'payment_alarm'; reason: string }
  | { kind: 'banned' | 'unbanned'; reason?: string | undefined }
  | ({ kind: CommissionNotice } & CommissionDetails)

/** What a report is about. */
export type Flagged = { trackId: string } | { flagged: FlaggedWords }

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

function columnsOf(event: NotifiedEvent) {
  const { kind, ...facts } = event
  return {
    kind,
    actor_id: 'actorId' in facts ? facts.actorId : null,
    track_id: 'trackId' in facts ? facts.trackId : null,
    review_id: 'reviewId' in facts ? facts.reviewId : null,
    comment_id: 'commentId' in facts ? facts.commentId : null,
    details: JSON.stringify(detailsOf(event)),
  }
}

function detailsOf(event: NotifiedEvent): NotificationDetails {
  if (isCommissionNotice(event)) {
    const { kind: _kind, ...details } = event
    return details
  }
  return {
    ...('pence' in event && { pence: event.pence }),
    ...('titles' in event && { titles: event.titles }),
    ...('commissionId' in event && { commissionId: event.commissionId }),
    ...('flagged' in event && { flagged: event.flagged }),
    ...('claim' in event && { claim: event.claim }),
    ...('reason' in event && { reason: event.reason }),
    ...('outcome' in event && { outcome: event.outcome }),
    ...('staysDown' in event && event.staysDown && { staysDown: true }),
    ...('isNoLongerAvailable' in event && { isNoLongerAvailable: event.isNoLongerAvailable }),
    ...('byReport' in event && { byReport: event.byReport }),
    ...('messageId' in event && { messageId: event.messageId, subject: event.subject }),
    ...('refusalCode' in event && { refusalCode: event.refusalCode }),
  }
}
