// What has changed: published in the transaction that makes the change, received by every process once it is committed.

import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#server/db/client.ts'

/** The channel of PostgreSQL's NOTIFY. A payload has ids only, so it stays far below the limit of 8,000 bytes. */
export const eventChannel = 'site_events'

const changedTrack = {
  trackId: z.string(),
  artistId: z.string(),
  /** The versions of its song, before and after. */
  versionIds: z.array(z.string()),
}

export const siteEventSchema = z.discriminatedUnion('name', [
  /** Published by search/list-tracks.ts, which finds the other versions of the song. */
  z.object({ name: z.literal('trackListed'), ...changedTrack }),
  z.object({ name: z.literal('trackChanged'), ...changedTrack }),
  /** Of the tracks that admins put at the head of the home page's list. */
  z.object({ name: z.literal('featuredTracksChanged') }),
  /** Of a track: a rating, which also changes the artist's, or a comment. */
  z.object({
    name: z.literal('ratingsChanged'),
    trackId: z.string(),
    artistId: z.string().optional(),
  }),
  /** Of an artist: the profile with its names, or whether the tracks can be bought. */
  z.object({ name: z.literal('profileChanged'), artistId: z.string() }),
  /** Of an artist: whether anything of them is listed, such as after a ban. */
  z.object({ name: z.literal('artistChanged'), artistId: z.string() }),
  z.object({ name: z.literal('reviewsChanged'), artistId: z.string() }),
  z.object({ name: z.literal('uploadChanged'), uploadId: z.string(), artistId: z.string() }),
  z.object({ name: z.literal('exampleChanged'), exampleId: z.string(), artistId: z.string() }),
  /** A newer request, `receiver`, adds bytes to this upload: the one that does so now ends. */
  z.object({ name: z.literal('uploadWanted'), uploadId: z.string(), receiver: z.string() }),
  z.object({ name: z.literal('renditionChanged'), trackId: z.string(), userId: z.string() }),
  /** For the parties of the commission. */
  z.object({
    name: z.literal('commissionChanged'),
    commissionId: z.string(),
    userIds: z.array(z.string()),
  }),
  /** Of a few users: a payload holds at most 8,000 bytes. */
  z.object({ name: z.literal('notificationsChanged'), userIds: z.array(z.string()) }),
  /** One or all sessions of this user may have ended. `replacedSessionId` got a successor, whose cookie is on its way. */
  z.object({
    name: z.literal('sessionsChanged'),
    userId: z.string(),
    replacedSessionId: z.string().optional(),
  }),
  /** The operator requests that a page be rendered again. */
  z.object({ name: z.literal('pageOutdated'), path: z.string() }),
])
export type SiteEvent = z.infer<typeof siteEventSchema>

/** Inside the transaction that makes the change: PostgreSQL delivers the event only if that commits. */
export async function publish(tx: Db, event: SiteEvent): Promise<void> {
  if (!tx.isTransaction) throw new Error(`${event.name} was published outside a transaction.`)
  await sql`select pg_notify(${eventChannel}, ${JSON.stringify(event)})`.execute(tx)
}
