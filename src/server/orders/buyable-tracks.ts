// Which tracks a customer can buy: one query for the cart and the checkout.

import type { Db } from '#server/db/client.ts'
import { sellableTracks } from '#server/tracks/listed-tracks.ts'

/** For sale, not the customer's own upload, not owned already. */
export function buyableTracks(db: Db, buyerId: string) {
  return sellableTracks(db)
    .where('tracks.artist_id', '!=', buyerId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('entitlements')
            .select('user_id')
            .where('user_id', '=', buyerId)
            .whereRef('entitlements.track_id', '=', 'tracks.id'),
        ),
      ),
    )
}
