// What a customer may buy: the same question for the cart and for the checkout.

import type { Db } from '#server/db/client.ts'
import { sellableTracks } from '#server/tracks/listed-tracks.ts'

/** For sale, not one's own, not owned already. */
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

/**
 * One at a time for a customer: a cart being filled, an order being opened, or another one being fulfilled, sees what
 * this transaction does. Taken first of all locks, so that nobody waits for another in a circle.
 */
export async function lockCustomer(tx: Db, customerId: string): Promise<void> {
  await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', customerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}
