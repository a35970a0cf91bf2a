// The notifications of a user.

import { sql } from 'kysely'
import { z } from 'zod'
import type { NotificationList } from '#contracts/notifications/notifications.ts'
import { commissionReasons } from '#rules/commissions/step-table.ts'
import { contactSubjects } from '#rules/contact/contact-limits.ts'
import { disputeDecisions } from '#rules/commissions/dispute-process.ts'
import { flaggedWords } from '#rules/moderation/flag-limits.ts'
import { flagProcess } from '#rules/moderation/flag-process.ts'
import { alarmPageNames } from '#rules/notifications/alarm-pages.ts'
import {
  notificationsPerPage,
  type NotificationKind,
  type NotificationView,
} from '#rules/notifications/notification-kinds.ts'
import {
  notificationText,
  type NotificationDetails,
  type NotificationText,
} from '#rules/notifications/notification-texts.ts'
import { bankDisputeProcess } from '#rules/payments/bank-dispute-process.ts'
import { reversalEvents } from '#rules/payments/reversal-texts.ts'
import type { Db } from '#server/db/client.ts'
import { nameOf } from '#server/db/user-name.ts'
import { pageAt } from '#server/db/paging.ts'
import { coverUrl } from '#server/tracks/pictures/cover-url.ts'

const detailsShape = {
  pence: z.int().optional(),
  titles: z.array(z.string()).optional(),
  flagged: z.enum(flaggedWords).optional(),
  claim: z.string().optional(),
  reason: z.string().optional(),
  outcome: z.enum(flagProcess.statuses).optional(),
  staysDown: z.boolean().optional(),
  isUpheld: z.boolean().optional(),
  isNoLongerAvailable: z.boolean().optional(),
  isReturned: z.boolean().optional(),
  refusalCode: z.string().optional(),
  byReport: z.boolean().optional(),
  messageId: z.string().optional(),
  subject: z.enum(contactSubjects).optional(),
  commissionId: z.string().optional(),
  party: z.string().optional(),
  as: z.enum(['customer', 'artist', 'admin']).optional(),
  until: z.string().optional(),
  cause: z.enum(commissionReasons).optional(),
  decision: z.enum(disputeDecisions).optional(),
  isByItself: z.boolean().optional(),
  hasRevisionLeft: z.boolean().optional(),
  hasEnded: z.boolean().optional(),
  bankDisputeId: z.string().optional(),
  keepsShare: z.boolean().optional(),
  bankDispute: z.enum(bankDisputeProcess.statuses).optional(),
  event: z.enum(reversalEvents).optional(),
  owedPence: z.int().optional(),
  alarmPage: z.enum(alarmPageNames).optional(),
  // What is not listed here would be dropped.
} satisfies Record<keyof NotificationDetails, z.ZodType>

const detailsSchema: z.ZodType<NotificationDetails> = z.object(detailsShape)

/** With the names and titles of today. */
export function shownNotifications(db: Db) {
  return db
    .selectFrom('notifications')
    .leftJoin('users as actors', 'actors.id', 'notifications.actor_id')
    .leftJoin('tracks', 'tracks.id', 'notifications.track_id')
    .leftJoin('users as artists_of_tracks', 'artists_of_tracks.id', 'tracks.artist_id')
    .select([
      'notifications.id',
      'notifications.user_id',
      'notifications.kind',
      'notifications.times',
      'notifications.details',
      'notifications.created_at',
      'notifications.read_at',
      'actors.id as actor_id',
      nameOf<string | null>('actors').as('actor_name'),
      'tracks.id as track_id',
      'tracks.title as track_title',
      'tracks.instrumentation',
      'tracks.key_signature',
      sql<boolean>`is_listed(tracks.withdrawn_at, artists_of_tracks.banned)`.as('is_track_listed'),
    ])
}

type TextRow = {
  user_id: string
  kind: NotificationKind
  times: number
  details: unknown
  actor_id: string | null
  actor_name: string | null
  track_id: string | null
  track_title: string | null
}

export function textOf({ kind, times, details, ...row }: TextRow): NotificationText {
  const { actor_id: actorId, actor_name: name, track_id: trackId, track_title: title } = row
  return notificationText(kind, {
    reader: { id: row.user_id },
    actor: actorId !== null && name !== null ? { id: actorId, name } : null,
    track: trackId !== null && title !== null ? { id: trackId, title } : null,
    times,
    details: detailsSchema.parse(details),
  })
}

export async function countUnread(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Newest first. */
export async function findNotifications(
  db: Db,
  { userId, page, show }: { userId: string; page: number; show: NotificationView },
): Promise<NotificationList> {
  const { all, unread } = await db
    .selectFrom('notifications')
    .select((eb) => [
      eb.fn.countAll<string>().as('all'),
      eb.fn.countAll<string>().filterWhere('read_at', 'is', null).as('unread'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const total = Number(show === 'unread' ? unread : all)
  const { paging, offset } = pageAt({ page, total, size: notificationsPerPage })
  const rows = await shownNotifications(db)
    .where('notifications.user_id', '=', userId)
    .$if(show === 'unread', (query) => query.where('notifications.read_at', 'is', null))
    .orderBy('notifications.created_at', 'desc')
    .orderBy('notifications.id', 'desc')
    .limit(notificationsPerPage)
    .offset(offset)
    .execute()
  const notifications = rows.map((row) => ({
    ...textOf(row),
    id: row.id,
    kind: row.kind,
    coverUrl: coverOf(row),
    createdAt: row.created_at.toISOString(),
    isRead: row.read_at !== null,
  }))
  return { notifications, unread: Number(unread), ...paging }
}

/** Of a track that is not listed any more, its reader may not see the cover. */
function coverOf(
  row: Awaited<ReturnType<ReturnType<typeof shownNotifications>['execute']>>[number],
) {
  const { track_id: id, instrumentation, key_signature: keySignature } = row
  if (id === null || instrumentation === null || !row.is_track_listed) return null
  return coverUrl({ id, instrumentation, keySignature })
}
