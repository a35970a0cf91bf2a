// The customer's cart at current prices. Tracks that are not for sale any more are left out.

import type { Db } from '#server/db/client.ts'
import { presentedColumns, sellableTracks } from '#server/tracks/listed-tracks.ts'

export function findCartItems(db: Db, customerId: string) {
  return sellableTracks(db)
    .innerJoin('cart_items', 'cart_items.track_id', 'tracks.id')
    .select([...presentedColumns, 'cart_items.added_at'])
    .where('cart_items.customer_id', '=', customerId)
    .orderBy('cart_items.added_at')
    .orderBy('tracks.id')
    .execute()
}
