// Creates the history of a demo track: its age, ratings, comments, sales and plays.

import { sql } from 'kysely'
import type { DemoTrack } from '../../demo/catalogue/tracks/demo-track.ts'
import type { Db } from '../../src/server/db/client.ts'
import { countRatings } from '../../src/server/tracks/track-ratings.ts'
import { recountActivity } from '../../src/server/tracks/track-popularity.ts'
import { daysAgo } from './days-ago.ts'
import { demoIdOf } from './demo-id.ts'

/** Sales and plays of the demo are spread over the last weeks of a track's life. */
const weeksOfActivity = 8

export async function seedHistory(tx: Db, trackId: string, track: DemoTrack): Promise<void> {
  await tx
    .updateTable('tracks')
    .set({ created_at: daysAgo(track.ageDays) })
    .where('id', '=', trackId)
    .execute()
  if (track.ratings.length > 0) {
    await tx
      .insertInto('ratings')
      .values(
        track.ratings.map(({ listener, stars }) => ({
          track_id: trackId,
          user_id: demoIdOf('user', listener),
          stars,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await countRatings(tx, { trackId, artistId: demoIdOf('user', track.artist) })
  }
  for (const [at, comment] of track.comments.entries()) {
    await tx
      .insertInto('comments')
      .values({
        id: demoIdOf('comment', `${track.slug} ${at}`),
        track_id: trackId,
        user_id: demoIdOf('user', comment.listener),
        text: comment.text,
        created_at: daysAgo(comment.ageDays),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  await seedActivity(tx, trackId, track)
}

async function seedActivity(tx: Db, trackId: string, track: DemoTrack): Promise<void> {
  const weeks = Math.max(1, Math.min(weeksOfActivity, Math.floor(track.ageDays / 7)))
  const share = (total: number, week: number) =>
    Math.floor((total * (week + 1)) / weeks) - Math.floor((total * week) / weeks)
  for (let week = 0; week < weeks; week++) {
    await tx
      .insertInto('track_activity')
      .values({
        track_id: trackId,
        day: sql<string>`current_date - ${week * 7}::int`,
        purchases: share(track.purchases, week),
        downloads: share(track.downloads, week),
        plays: share(track.plays, week),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  await recountActivity(tx, [trackId])
}
