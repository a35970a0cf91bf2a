// The entitlement of an order's line ends when all that was paid for it goes back. It can be granted again: a bank has changed
// its mind.

import type { Db } from '#server/db/client.ts'
import { publish } from '#server/events/site-events.ts'
import { countTrackActivity, uncountPurchase } from '#server/tracks/track-popularity.ts'

/**
 * The recording and its files in other formats are the customer's no more, and neither is the mark of a buyer beside what
 * they wrote: each is asked for by the entitlement.
 */
export async function endEntitlement(tx: Db, orderLineId: string): Promise<void> {
  const ended = await tx
    .deleteFrom('entitlements')
    .using('tracks')
    .whereRef('tracks.id', '=', 'entitlements.track_id')
    .where('order_line_id', '=', orderLineId)
    .returning(['track_id', 'artist_id'])
    .executeTakeFirst()
  if (!ended) return
  const { track_id: trackId, artist_id: artistId } = ended
  await uncountPurchase(tx, trackId)
  await publishMarks(tx, { trackId, artistId })
}

/** Its entitlement is the customer's again. */
export async function countRestored(tx: Db, trackId: string): Promise<void> {
  await countTrackActivity(tx, trackId, 'purchases')
  const { artist_id: artistId } = await tx
    .selectFrom('tracks')
    .select('artist_id')
    .where('id', '=', trackId)
    .executeTakeFirstOrThrow()
  await publishMarks(tx, { trackId, artistId })
}

/** The page of the track shows the marks of its buyers, the artist's page those of their reviews. */
async function publishMarks(tx: Db, marked: { trackId: string; artistId: string }): Promise<void> {
  await publish(tx, { name: 'ratingsChanged', ...marked })
}
