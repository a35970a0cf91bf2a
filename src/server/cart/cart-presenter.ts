import type { Cart } from '#contracts/cart.ts'
import { presentTrack, type ListedTrack } from '#server/tracks/track-presenter.ts'

export function presentCart(rows: (ListedTrack & { added_at: Date })[]): Cart {
  const items = rows.map((row) => ({
    track: presentTrack(row),
    addedAt: row.added_at.toISOString(),
  }))
  const totalPricePence = items.reduce((sum, { track }) => sum + track.customerPricePence, 0)
  return { items, totalItems: items.length, totalPrice: totalPricePence / 100, totalPricePence }
}
