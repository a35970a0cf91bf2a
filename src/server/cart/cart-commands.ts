// Changes to the own cart.

import { sql } from 'kysely'
import { largestCart } from '#contracts/cart.ts'
import { Refusal } from '#rules/refusal.ts'
import type { Db } from '#server/db/client.ts'

type Line = { customerId: string; trackId: string }

/**
 * One INSERT checks everything and adds: for sale, not one's own, not owned, not over the limit; the primary key refuses
 * a second copy.
 * @throws Refusal not_found, own_track, track_owned, track_not_for_sale, track_already_in_cart, cart_full
 */
export async function addTrackToCart(db: Db, line: Line): Promise<void> {
  const added = await sql`
    insert into cart_items (customer_id, track_id)
    select ${line.customerId}, tracks.id
    from tracks join users on users.id = tracks.artist_id
    where tracks.id = ${line.trackId}
      and tracks.withdrawn_at is null and not users.banned
      and exists (select from payout_accounts where user_id = tracks.artist_id and ready)
      and tracks.artist_id <> ${line.customerId}
      and not exists (
        select from entitlements
        where user_id = ${line.customerId} and track_id = tracks.id
      )
      and (select count(*) from cart_items where customer_id = ${line.customerId}) < ${largestCart}
    on conflict do nothing
    returning track_id
  `.execute(db)
  if (added.rows.length === 0) throw new Refusal(await reasonAgainst(db, line))
}

/** Only for the words: the INSERT has already refused. */
async function reasonAgainst(db: Db, { customerId, trackId }: Line) {
  const { rows } = await sql<{
    listed: boolean | null
    payable: boolean
    own: boolean
    owned: boolean
    present: boolean
  }>`
    select tracks.withdrawn_at is null and not users.banned as listed,
      exists (select from payout_accounts where user_id = tracks.artist_id and ready) as payable,
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
  if (!track.payable) return 'track_not_for_sale'
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
