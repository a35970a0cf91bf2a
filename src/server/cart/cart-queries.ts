// The customer's cart at current prices. Tracks that are not for sale any more are left out.

import type { Cart } from '#contracts/cart.ts'
import type { Db } from '#server/db/client.ts'
import { presentedColumns, sellableTracks } from '#server/tracks/listed-tracks.ts'
import { presentTrack } from '#server/tracks/track-presenter.ts'

export async function findCart(db: Db, customerId: string): Promise<Cart> {
  const rows = await sellableTracks(db)
    .innerJoin('cart_items', 'cart_items.track_id', 'tracks.id')
    .select([...presentedColumns, 'cart_items.added_at'])
    .where('cart_items.customer_id', '=', customerId)
    .orderBy('cart_items.added_at')
    .orderBy('tracks.id')
    .execute()
  const items = rows.map((row) => ({
    track: presentTrack(row),
    addedAt: row.added_at.toISOString(),
  }))
  const totalPricePence = items.reduce((sum, { track }) => sum + track.customerPricePence, 0)
  return { items, totalItems: items.length, totalPrice: totalPricePence / 100, totalPricePence }
}
