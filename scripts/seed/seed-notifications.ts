// What the demo's users have been told of a track: that it is listed, and its comments. What is older than a week is read.

import type { DemoTrack } from '../../demo/catalogue/demo-track.ts'
import type { NotificationKind } from '../../src/rules/notifications/notification-kinds.ts'
import { notificationDays } from '../../src/rules/notifications/notification-kinds.ts'
import type { Db } from '../../src/server/db/client.ts'
import { demoIdOf } from './demo-id.ts'

const dayMs = 24 * 60 * 60 * 1000
const unreadDays = 7

type Told = {
  to: string
  kind: NotificationKind
  key: string
  trackId: string
  ageDays: number
  actorId?: string
  commentId?: string
}

export async function seedNotifications(tx: Db, trackId: string, track: DemoTrack): Promise<void> {
  const artistId = demoIdOf('user', track.artist)
  const of = { trackId, ageDays: track.ageDays }
  await tell(tx, { ...of, to: artistId, kind: 'upload_ready', key: `upload_ready:${trackId}` })
  const followers = await tx
    .selectFrom('follows')
    .select('follower_id')
    .where('artist_id', '=', artistId)
    // As the job that tells them (notify-followers.ts): two transactions that insert the same rows in different orders deadlock.
    .orderBy('followed_at', 'desc')
    .orderBy('follower_id')
    .execute()
  for (const { follower_id: to } of followers) {
    await tell(tx, { ...of, to, kind: 'new_track', key: `new_track:${trackId}`, actorId: artistId })
  }
  for (const [at, { listener, ageDays }] of track.comments.entries()) {
    const commentId = demoIdOf('comment', `${track.slug} ${at}`)
    const actorId = demoIdOf('user', listener)
    const event = { trackId, ageDays, actorId, commentId, kind: 'comment' } as const
    await tell(tx, { ...event, to: artistId, key: `comment:${commentId}` })
  }
}

/** The listing has told of itself, as if it were new. */
async function tell(tx: Db, { to, kind, key, ageDays, ...about }: Told): Promise<void> {
  const created = new Date(Date.now() - ageDays * dayMs)
  const isRead = ageDays > unreadDays
  const times = { created_at: created, read_at: isRead ? created : null, emailed_at: created }
  if (ageDays >= notificationDays) {
    await tx.deleteFrom('notifications').where('user_id', '=', to).where('key', '=', key).execute()
    return
  }
  await tx
    .insertInto('notifications')
    .values({
      user_id: to,
      kind,
      key,
      track_id: about.trackId,
      actor_id: about.actorId ?? null,
      comment_id: about.commentId ?? null,
      ...times,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doUpdateSet(times))
    .execute()
}
