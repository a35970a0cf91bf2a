// The cart of an account: what it contains at current prices, and every change to it.

import { sql } from 'kysely'
import type { Cart } from '#contracts/cart.ts'
import { maxCartTracks } from '#rules/product.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { fixedQuery } from '#server/db/fixed-query.ts'
import { buyableTracks, isListed, presentedColumns } from '#server/tracks/listed-tracks.ts'
import { presentTrack, type ListedTrack } from '#server/tracks/track-presenter.ts'

type Line = { customerId: string; trackId: string }

/**
 * Tracks that are not for sale any more are only named: the customer chose them once and may read their titles, also of a
 * withdrawn track or a banned artist.
 */
export async function findCart(db: Db, customerId: string): Promise<Cart> {
  return presentCart(await linesOfCart(db, customerId))
}

const linesOfCart = fixedQuery((db, customerId: string) =>
  db
    .selectFrom('cart_items')
    .innerJoin('tracks', 'tracks.id', 'cart_items.track_id')
    .innerJoin('users', 'users.id', 'tracks.artist_id')
    .select([...presentedColumns, 'cart_items.added_at', isListed.as('is_listed')])
    .where('cart_items.customer_id', '=', customerId)
    .orderBy('cart_items.added_at')
    .orderBy('tracks.id'),
)

type CartLine = ListedTrack & { added_at: Date; is_listed: boolean }

function presentCart(lines: CartLine[]): Cart {
  const sold = lines.filter((line) => line.is_listed && line.is_sellable)
  const gone = lines.filter((line) => !sold.includes(line))
  const items = sold.map((line) => ({
    track: presentTrack(line),
    addedAt: line.added_at.toISOString(),
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
 * One statement locks, checks, adds and reads: for sale, not the customer's own upload, not owned, cart not full; the
 * primary key prevents duplicates. Simultaneous additions wait for each other, so that each counts the cart correctly.
 * @throws Refusal not_found, own_track, track_owned, track_not_for_sale, track_already_in_cart, cart_full
 */
export async function addTrackToCart(db: Db, { customerId, trackId }: Line): Promise<Cart> {
  const lines = await addAndRead(db, customerId, trackId)
  if (!lines.some((line) => line.is_new))
    throw new Refusal(await refusalCodeFor(db, { customerId, trackId }))
  // The statement reads the cart as it was before it waited for another change, whose lock has counted it since.
  const isComplete = lines.every(({ items_before }) => items_before === lines.length - 1)
  return isComplete ? presentCart(lines) : findCart(db, customerId)
}

const addAndRead = fixedQuery((db, customerId: string, trackId: string) =>
  db
    .with('cart', (qc) => qc.selectFrom(lockedCart(customerId, trackId)).selectAll())
    .with('added', (qc) =>
      qc
        .insertInto('cart_items')
        .columns(['customer_id', 'track_id'])
        .expression(
          buyableTracks(db, customerId)
            .innerJoin(sql<LockedCart>`cart`.as('cart'), (join) => join.onTrue())
            .select([sql<string>`${customerId}::uuid`.as('customer_id'), 'tracks.id'])
            .where('tracks.id', '=', trackId)
            // Owned since a payment that this statement has waited for.
            .where('cart.is_owned', '=', false)
            .where('cart.items', '<', maxCartTracks),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning(['track_id', 'added_at']),
    )
    .with('lines', (qc) =>
      qc
        .selectFrom('cart_items')
        .select(['track_id', 'added_at', sql<boolean>`false`.as('is_new')])
        .where('customer_id', '=', customerId)
        .unionAll(
          qc.selectFrom('added').select(['track_id', 'added_at', sql<boolean>`true`.as('is_new')]),
        ),
    )
    .selectFrom('lines')
    .innerJoin('cart', (join) => join.onTrue())
    .innerJoin('tracks', 'tracks.id', 'lines.track_id')
    .innerJoin('users', 'users.id', 'tracks.artist_id')
    .select([...presentedColumns, 'lines.added_at', 'lines.is_new', isListed.as('is_listed')])
    .select('cart.items as items_before')
    .orderBy('lines.added_at')
    .orderBy('tracks.id'),
)

type LockedCart = { items: number; is_owned: boolean }

/** The function `lock_cart` (migration 0015). */
function lockedCart(customerId: string, trackId: string) {
  return sql<LockedCart>`lock_cart(${customerId}, ${trackId})`.as('locked')
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
