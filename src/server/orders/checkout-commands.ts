// Opens a card payment for a cart: prices come from the database, and a customer has one payable order at a time.

import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { orderProcess } from '#rules/orders/order-process.ts'
import { paymentProcess } from '#rules/payments/payment-process.ts'
import {
  customerPricePence,
  platformFeePence,
  processingFeePence,
  maxChargePence,
  minChargePence,
} from '#rules/price.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { lockCustomer } from '#server/accounts/customer-lock.ts'
import type { Db } from '#server/db/client.ts'
import { nameOf } from '#server/db/user-name.ts'
import {
  closeCheckout,
  insertPayment,
  canBePaid,
  openCheckout,
  minCheckoutMs,
} from '#server/payments/checkout/payment-checkout.ts'
import type { PaymentDeps } from '#server/payments/payment-subjects.ts'
import { buyableTracks } from '#server/tracks/listed-tracks.ts'
import { findOpenOrder } from './order-queries.ts'

type WantedItem = { trackId: string; customerPricePence?: number | undefined }
type Line = Awaited<ReturnType<typeof findBuyableLines>>[number]

/** `hash` covers the lines with their prices and keys: the same cart finds its open order by it. */
type Cart = { lines: Line[]; totalPence: number; hash: string }

/**
 * Returns the URL of the payment page.
 * @throws Refusal cart_empty, cart_changed, payment_confirming, below_smallest_charge, above_largest_charge, checkout_unavailable
 */
export async function openCartCheckout(
  deps: PaymentDeps,
  { customerId, items }: { customerId: string; items: WantedItem[] },
): Promise<string> {
  const cart = await priceCart(deps.db, customerId, items)
  const paymentId =
    (await closeFormerCheckout(deps, customerId, cart)) ??
    (await insertOrder(deps, customerId, cart))
  return openCheckout(deps, paymentId)
}

async function priceCart(db: Db, customerId: string, items: WantedItem[]): Promise<Cart> {
  if (items.length === 0) throw new Refusal('cart_empty')
  const trackIds = [...new Set(items.map(({ trackId }) => trackId))]
  const lines = await findBuyableLines(db, customerId, trackIds)
  refuseChangedCart(items, lines)
  const totalPence = lines.reduce((sum, line) => sum + line.customer_pence, 0)
  if (totalPence < minChargePence) throw new Refusal('below_smallest_charge')
  if (totalPence > maxChargePence) throw new Refusal('above_largest_charge')
  return { lines, totalPence, hash: hashOf(lines) }
}

async function findBuyableLines(db: Db, buyerId: string, trackIds: string[]) {
  const rows = await buyableTracks(db, buyerId)
    .select(['tracks.id as track_id', 'tracks.artist_id', 'tracks.title', 'tracks.key_signature'])
    .select('tracks.price_pence')
    .select(nameOf().as('artist_name'))
    .where('tracks.id', 'in', trackIds)
    .orderBy('tracks.id')
    .execute()
  return rows.map((row) => ({
    track_id: row.track_id,
    artist_id: row.artist_id,
    artist_name: row.artist_name,
    title: row.title,
    key_signature: row.key_signature,
    artist_pence: row.price_pence,
    platform_fee_pence: platformFeePence(row.price_pence),
    processing_fee_pence: processingFeePence,
    customer_pence: customerPricePence(row.price_pence),
  }))
}

/** An item that is gone, or whose price differs from the shown one, is refused: the customer must see the cart again. */
function refuseChangedCart(items: WantedItem[], lines: Line[]): void {
  for (const item of items) {
    const line = lines.find(({ track_id }) => track_id === item.trackId)
    const shown = item.customerPricePence ?? line?.customer_pence
    if (line === undefined || shown !== line.customer_pence) throw new Refusal('cart_changed')
  }
}

function hashOf(lines: Line[]): string {
  // The key is a text of the artist's, which may contain any separator.
  const text = JSON.stringify(
    lines.map((line) => [line.track_id, line.customer_pence, line.key_signature]),
  )
  return createHash('sha256').update(text).digest('hex')
}

/**
 * The same cart reuses its open payment. Another cart closes the former checkout first, so that two can never be paid
 * at a time; a former checkout that was paid meanwhile is fulfilled, and the cart has then changed.
 */
async function closeFormerCheckout(
  deps: PaymentDeps,
  customerId: string,
  cart: Cart,
): Promise<string | null> {
  const former = await findOpenOrder(deps.db, customerId)
  if (!former) return null
  const isOpen = former.payment_status === paymentProcess.start
  if (isOpen && former.cart_hash === cart.hash && canBePaid(former, deps.clock.now()))
    return former.payment_id
  const result = await closeCheckout(deps, former.payment_id)
  // A payment that does not match waits for a person: the customer does not.
  if (result === 'expired' || result === 'failed') return null
  throw new Refusal(result === 'confirming' ? 'payment_confirming' : 'cart_changed')
}

/** Returns the id of the order's payment. */
async function insertOrder(
  { db, clock }: PaymentDeps,
  customerId: string,
  cart: Cart,
): Promise<string> {
  return db.transaction().execute(async (tx) => {
    // A former order may have been fulfilled since the cart was priced: its tracks are not sold again.
    await lockCustomer(tx, customerId)
    const now = clock.now()
    const trackIds = cart.lines.map((line) => line.track_id)
    if (hashOf(await findBuyableLines(tx, customerId, trackIds)) !== cart.hash) {
      throw new Refusal('cart_changed')
    }
    const order = await tx
      .insertInto('orders')
      .values({
        id: randomUUID(),
        customer_id: customerId,
        total_pence: cart.totalPence,
        cart_hash: cart.hash,
        created_at: now,
      })
      // Two tabs at once: one order is inserted, and the other tab uses it or gets `cart_changed`.
      .onConflict((conflict) =>
        // As a literal: the plan of a prepared statement does not know a parameter, so it could not choose the index.
        conflict
          .column('customer_id')
          .where('status', '=', sql.lit(orderProcess.start))
          .doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    if (!order) return findOtherTabsPayment(tx, customerId, cart)
    await tx
      .insertInto('order_lines')
      .values(cart.lines.map((line) => ({ id: randomUUID(), order_id: order.id, ...line })))
      .execute()
    return insertPayment(tx, {
      kind: 'order',
      subjectId: order.id,
      customerId,
      amountPence: cart.totalPence,
      lifetimeMs: minCheckoutMs,
      now,
    })
  })
}

/** The other tab's order is used if it is for the same cart. */
async function findOtherTabsPayment(tx: Db, customerId: string, cart: Cart): Promise<string> {
  const pending = await findOpenOrder(tx, customerId)
  if (pending?.cart_hash !== cart.hash) throw new Refusal('cart_changed')
  return pending.payment_id
}
