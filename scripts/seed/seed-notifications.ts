// What the demo's users have been told: of tracks with their ratings and comments, of reviews and answers. What is older
// than a week is read.

import type { DemoArtistReception, DemoTrack } from '../../demo/catalogue/tracks/demo-track.ts'
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
  ageDays: number
  trackId?: string
  actorId?: string
  commentId?: string
  reviewId?: string
  times?: number
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
  await tellOfRatings(tx, trackId, track)
}

/** Some of the ratings came on the day of the last comment. */
async function tellOfRatings(tx: Db, trackId: string, track: DemoTrack): Promise<void> {
  const ageDays = Math.min(...track.comments.map((comment) => comment.ageDays))
  const times = Math.ceil(track.ratings.length / 6)
  if (!Number.isFinite(ageDays) || times === 0) return
  const to = demoIdOf('user', track.artist)
  const key = `rating:${trackId}:demo`
  await tell(tx, { to, kind: 'rating', key, trackId, ageDays, times })
}

type Review = DemoArtistReception['reviews'][number] & { id: string; artist: string }

export async function tellOfReview(tx: Db, review: Review): Promise<void> {
  const { id: reviewId, ageDays } = review
  const artistId = demoIdOf('user', review.artist)
  const authorId = demoIdOf('user', review.author)
  const written = { kind: 'review', key: `review:${reviewId}`, reviewId, ageDays } as const
  await tell(tx, { ...written, to: artistId, actorId: authorId })
  if (review.answer === undefined) return
  const answered = { kind: 'review_answer', key: `review_answer:${reviewId}`, reviewId } as const
  const days = answerAgeDays(review)
  await tell(tx, { ...answered, to: authorId, actorId: artistId, ageDays: days })
}

/** An artist answers a day later. */
export function answerAgeDays({ ageDays }: { ageDays: number }): number {
  return Math.max(0, ageDays - 1)
}

/** What the event has told of itself gets its time, as if it were not new. */
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
      track_id: about.trackId ?? null,
      actor_id: about.actorId ?? null,
      comment_id: about.commentId ?? null,
      review_id: about.reviewId ?? null,
      times: about.times ?? 1,
      ...times,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doUpdateSet(times))
    .execute()
}
