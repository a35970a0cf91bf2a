// The notifications of a user.

import { z } from 'zod'
import type { NotificationKind } from '#rules/notifications/notification-kinds.ts'
import {
  notificationText,
  type NotificationDetails,
  type NotificationText,
} from '#rules/notifications/notification-texts.ts'
import type { Db } from '#server/db/client.ts'

const detailsSchema: z.ZodType<NotificationDetails> = z.object({
  pence: z.int().optional(),
  titles: z.array(z.string()).optional(),
  reason: z.string().optional(),
  isUpheld: z.boolean().optional(),
  refusalCode: z.string().optional(),
})

/** With the names and titles of today. */
export function shownNotifications(db: Db) {
  return db
    .selectFrom('notifications')
    .leftJoin('users as actors', 'actors.id', 'notifications.actor_id')
    .leftJoin('tracks', 'tracks.id', 'notifications.track_id')
    .select((eb) => [
      'notifications.id',
      'notifications.kind',
      'notifications.times',
      'notifications.details',
      'notifications.created_at',
      'notifications.read_at',
      'actors.id as actor_id',
      eb.fn.coalesce('actors.display_name', 'actors.username').as('actor_name'),
      'tracks.id as track_id',
      'tracks.title as track_title',
    ])
}

type TextRow = {
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
    actor: actorId !== null && name !== null ? { id: actorId, name } : null,
    track: trackId !== null && title !== null ? { id: trackId, title } : null,
    times,
    details: detailsSchema.parse(details),
  })
}
