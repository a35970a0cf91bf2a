// The cart of an account: what it contains at current prices, and every change to it.

import { sql } from 'kysely'
import type { Cart } from '#contracts/cart.ts'
import { largestCart } from '#rules/product.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { buyableTracks, isListed, presentedColumns } from '#server/tracks/listed-tracks.ts'
import { presentTrack } from '#server/tracks/track-presenter.ts'

type Line = { customerId: string; trackId: string }

/**
 * Tracks that are not for sale any more are only named: the customer chose them once and may read their titles, also of a
 * withdrawn track or a banned artist.
 */
export async function findCart(db: Db, customerId: string): Promise<Cart> {
  const rows = await db
    .selectFrom('cart_items')
    .innerJoin('tracks', 'tracks.id', 'cart_items.track_id')
    .innerJoin('users', 'users.id', 'tracks.artist_id')
    .select([...presentedColumns, 'cart_items.added_at', isListed.as('is_listed')])
    .where('cart_items.customer_id', '=', customerId)
    .orderBy('cart_items.added_at')
    .orderBy('tracks.id')
    .execute()
  const sold = rows.filter((row) => row.is_listed && row.is_sellable)
  const gone = rows.filter((row) => !sold.includes(row))
  const items = sold.map((row) => ({
    track: presentTrack(row),
    addedAt: row.added_at.toISOString(),
  }))
  const totalPricePence = items.reduce((sum, { track }) => sum + track.customerPricePence, 0)
  return {
    items,
    gone: gone.map(({ id, title }) => ({ trackId: id, title })),
    totalItems: items.length,
    totalPrice: totalPricePence / 100,
    totalPricePence,
  }
}

/**
 * One statement locks, checks and adds: for sale, not the customer's own upload, not owned, cart not full; the primary key
 * prevents duplicates. Simultaneous additions wait for each other, so that each counts the cart correctly.
 * @throws Refusal not_found, own_track, track_owned, track_not_for_sale, track_already_in_cart, cart_full
 */
export async function addTrackToCart(db: Db, { customerId, trackId }: Line): Promise<void> {
  const added = await db
    .insertInto('cart_items')
    .columns(['customer_id', 'track_id'])
    .expression(
      buyableTracks(db, customerId)
        .innerJoin(lockedCart(customerId, trackId), (join) => join.onTrue())
        .select([sql<string>`${customerId}::uuid`.as('customer_id'), 'tracks.id'])
        .where('tracks.id', '=', trackId)
        // Owned since a payment that this statement has waited for.
        .where('cart.is_owned', '=', false)
        .where('cart.items', '<', largestCart),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('track_id')
    .executeTakeFirst()
  if (added === undefined) throw new Refusal(await refusalCodeFor(db, { customerId, trackId }))
}

/** The function `lock_cart` (migration 0015). */
function lockedCart(customerId: string, trackId: string) {
  return sql<{ items: number; is_owned: boolean }>`lock_cart(${customerId}, ${trackId})`.as('cart')
}

/** Finds the refusal code for the message; the INSERT has already refused. */
async function refusalCodeFor(db: Db, { customerId, trackId }: Line) {
  const { rows } = await sql<{
    listed: boolean | null
    sellable: boolean
    own: boolean
    owned: boolean
    present: boolean
  }>`
    select ${isListed} as listed,
      exists (select from payment_accounts where user_id = tracks.artist_id and payouts_enabled) as sellable,
      tracks.artist_id = ${customerId} as own,
      exists (select from entitlements where user_id = ${customerId} and track_id = tracks.id) as owned,
      exists (select from cart_items where customer_id = ${customerId} and track_id = tracks.id) as present
    from tracks join users on users.id = tracks.artist_id
    where tracks.id = ${trackId}
  `.execute(db)
  const track = rows[0]
  if (!track?.listed) return 'not_found'
  if (track.own) return 'own_track'
  if (track.owned) return 'track_owned'
  if (!track.sellable) return 'track_not_for_sale'
  return track.present ? 'track_already_in_cart' : 'cart_full'
}

export async function removeTrackFromCart(db: Db, line: Line): Promise<void> {
  await db
    .deleteFrom('cart_items')
    .where('customer_id', '=', line.customerId)
    .where('track_id', '=', line.trackId)
    .execute()
}

export async function emptyCart(db: Db, customerId: string): Promise<void> {
  await db.deleteFrom('cart_items').where('customer_id', '=', customerId).execute()
}
