// Gives the demo's artists the time they were last online, their followers and their reviews with answers.

import { followedBySinger, receptionOf } from '../../demo/catalogue/artist-reception.ts'
import { demoAccounts } from '../../demo/catalogue/accounts.ts'
import { demoArtists } from '../../demo/catalogue/artists.ts'
import type { DemoArtistReception } from '../../demo/catalogue/tracks/demo-track.ts'
import { demoListeners } from '../../demo/catalogue/listeners.ts'
import { refreshArtists } from '../../src/server/counters/artist-counters.ts'
import type { Db } from '../../src/server/db/client.ts'
import { daysAgo } from './days-ago.ts'
import { demoIdOf } from './demo-id.ts'
import { answerAgeDays, tellOfReview } from './seed-notifications.ts'

/** After the users; what exists already stays as it is. */
export async function seedArtists(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const { username } of demoArtists) {
      const reception = receptionOf(username)
      await seedTimes(tx, username, reception)
      await seedFollowers(tx, username, reception.followers)
      await seedReviews(tx, username, reception)
    }
    const singer = demoIdOf('user', demoAccounts.singer.username)
    for (const artist of followedBySinger) await follow(tx, singer, artist)
    const artists = demoArtists.map(({ username }) => demoIdOf('user', username))
    await refreshArtists(tx, 'followers', artists)
    await refreshArtists(tx, 'reviews', artists)
  })
}

/** An artist who has logged in since keeps the time of it. */
async function seedTimes(tx: Db, username: string, times: DemoArtistReception): Promise<void> {
  await tx
    .updateTable('artists')
    .set({ last_online_at: daysAgo(times.onlineDaysAgo) })
    .where('artist_id', '=', demoIdOf('user', username))
    .where('last_online_at', 'is', null)
    .execute()
}

/** Each artist has other listeners. */
async function seedFollowers(tx: Db, artist: string, followers: number): Promise<void> {
  const from = artist.length
  for (let at = 0; at < followers; at++) {
    const listener = demoListeners[(from + at) % demoListeners.length]
    if (listener) await follow(tx, demoIdOf('user', listener.username), artist)
  }
}

async function follow(tx: Db, followerId: string, artist: string): Promise<void> {
  await tx
    .insertInto('follows')
    .values({ follower_id: followerId, artist_id: demoIdOf('user', artist) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function seedReviews(
  tx: Db,
  artist: string,
  { reviews }: DemoArtistReception,
): Promise<void> {
  for (const review of reviews) {
    const { author, text, ageDays, answer } = review
    const id = demoIdOf('review', `${artist} ${author}`)
    const added = await tx
      .insertInto('reviews')
      .values({
        id,
        artist_id: demoIdOf('user', artist),
        author_id: demoIdOf('user', author),
        text,
        created_at: daysAgo(ageDays),
        ...(answer !== undefined && { answer, answered_at: daysAgo(answerAgeDays(review)) }),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (added) await tellOfReview(tx, { ...review, id, artist })
  }
}
