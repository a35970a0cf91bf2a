// What a line of an order has granted ends: all that was paid for it goes back.

import type { Db } from '#server/db/client.ts'
import { publish } from '#server/events/site-events.ts'
import { uncountPurchase } from '#server/tracks/track-popularity.ts'

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
  // The page of the track shows the marks of its buyers, the artist's page those of their reviews.
  await publish(tx, { name: 'ratingsChanged', trackId, artistId })
}
