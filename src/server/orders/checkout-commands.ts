// Opens a card payment for a cart: prices come from the database, and a customer has one payable checkout at a time.

import { createHash, randomUUID } from 'node:crypto'
import {
  customerPricePence,
  platformFeePence,
  processingFeePence,
  largestChargePence,
  smallestChargePence,
} from '#rules/price.ts'
import { Refusal } from '#rules/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { PaymentRefused } from '#server/gateways/payments/payments.ts'
import { buyableTracks, lockCustomer } from './buyable-tracks.ts'
import { withProviderErrors } from './provider-errors.ts'
import { fulfilOrder, markExpired, type FulfilmentDeps } from './order-fulfilment.ts'

export type CheckoutDeps = FulfilmentDeps & { publicUrl: string }

type Buyer = { id: string; email: string }
type WantedItem = { trackId: string; customerPricePence?: number | undefined }
type Line = Awaited<ReturnType<typeof findBuyableLines>>[number]

const minute = 60_000

/** The provider's minimum lifetime for a checkout. */
const minLifetimeMs = 30 * minute

/** Ten minutes more, for network latency and for a slow clock. */
const checkoutLifetimeMs = minLifetimeMs + 10 * minute

/**
 * Returns the URL of the payment page.
 * @throws Refusal cart_empty, cart_changed, below_smallest_charge, above_largest_charge, checkout_unavailable
 */
export async function openCartCheckout(
  deps: CheckoutDeps,
  { buyer, items }: { buyer: Buyer; items: WantedItem[] },
): Promise<string> {
  if (items.length === 0) throw new Refusal('cart_empty')
  const lines = await findBuyableLines(deps.db, buyer.id, [
    ...new Set(items.map(({ trackId }) => trackId)),
  ])
  refuseChangedCart(items, lines)
  const totalPence = lines.reduce((sum, line) => sum + line.customer_pence, 0)
  if (totalPence < smallestChargePence) throw new Refusal('below_smallest_charge')
  if (totalPence > largestChargePence) throw new Refusal('above_largest_charge')

  const cartHash = hashOf(lines)
  const order =
    (await settleFormerCheckout(deps, buyer, cartHash)) ??
    (await insertOrder(deps.db, buyer.id, lines, { totalPence, cartHash }))
  return openAtProvider(deps, order.id, buyer)
}

async function findBuyableLines(db: Db, buyerId: string, trackIds: string[]) {
  const rows = await buyableTracks(db, buyerId)
    .select(['tracks.id as track_id', 'tracks.artist_id', 'tracks.title', 'tracks.price_pence'])
    .where('tracks.id', 'in', trackIds)
    .orderBy('tracks.id')
    .execute()
  return rows.map((row) => ({
    track_id: row.track_id,
    artist_id: row.artist_id,
    title: row.title,
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
  const text = lines.map((line) => `${line.track_id}:${line.customer_pence}`).join(',')
  return createHash('sha256').update(text).digest('hex')
}

/**
 * The same cart reuses its open checkout. Another cart closes the former checkout first, so that two can never be paid
 * at a time; a former checkout that was paid meanwhile is fulfilled, and the cart has then changed.
 */
async function settleFormerCheckout(
  deps: CheckoutDeps,
  buyer: Buyer,
  cartHash: string,
): Promise<{ id: string } | null> {
  const former = await deps.db
    .selectFrom('orders')
    .select(['id', 'cart_hash', 'checkout_url', 'expires_at'])
    .where('customer_id', '=', buyer.id)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  if (!former) return null
  // A customer needs a minute to enter a card number, so a checkout that expires sooner is not reused. A checkout that
  // the provider has not opened yet must also have the provider's minimum lifetime left.
  const neededMs = former.checkout_url === null ? minLifetimeMs + minute : minute
  const isReusable = former.expires_at.getTime() > Date.now() + neededMs
  if (former.cart_hash === cartHash && isReusable) return former
  const state = await closeCheckout(deps, former.id, buyer)
  if (state === 'complete') {
    await fulfilOrder(deps, former.id)
    throw new Refusal('cart_changed')
  }
  return null
}

/** Expires an order's checkout at the provider, then in the database. */
export async function closeCheckout(
  deps: CheckoutDeps,
  orderId: string,
  buyer: Buyer,
): Promise<'complete' | 'expired'> {
  const sessionId = await sessionOf(deps, orderId, buyer)
  const state =
    sessionId === null
      ? 'expired'
      : await withProviderErrors(
          () => deps.payments.expireCheckout(sessionId),
          'checkout_unavailable',
        )
  if (state === 'complete') return state
  await markExpired(deps.db, orderId)
  return 'expired'
}

/** A checkout opened just before a crash is not in the row yet: a call with the same idempotency key returns it. */
async function sessionOf(
  deps: CheckoutDeps,
  orderId: string,
  buyer: Buyer,
): Promise<string | null> {
  const order = await deps.db
    .selectFrom('orders')
    .select(['checkout_session_id', 'expires_at'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  if (order.checkout_session_id !== null) return order.checkout_session_id
  if (order.expires_at.getTime() < Date.now()) return null
  try {
    await openAtProvider(deps, orderId, buyer)
  } catch (error) {
    if (isPermanentRefusal(error)) return null
    throw error
  }
  return sessionOf(deps, orderId, buyer)
}

async function insertOrder(
  db: Db,
  customerId: string,
  lines: Line[],
  { totalPence, cartHash }: { totalPence: number; cartHash: string },
): Promise<{ id: string }> {
  return db.transaction().execute(async (tx) => {
    // A former order may have been fulfilled since the cart was priced: its tracks are not sold again.
    await lockCustomer(tx, customerId)
    const trackIds = lines.map((line) => line.track_id)
    if (hashOf(await findBuyableLines(tx, customerId, trackIds)) !== cartHash) {
      throw new Refusal('cart_changed')
    }
    const order = await tx
      .insertInto('orders')
      .values({
        id: randomUUID(),
        customer_id: customerId,
        total_pence: totalPence,
        cart_hash: cartHash,
        expires_at: new Date(Date.now() + checkoutLifetimeMs),
      })
      // Two tabs at once: one order is inserted, and the other tab uses it or gets `cart_changed`.
      .onConflict((conflict) =>
        conflict.column('customer_id').where('status', '=', 'pending').doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    if (!order) return findPending(tx, customerId, cartHash)
    await tx
      .insertInto('order_lines')
      .values(lines.map((line) => ({ id: randomUUID(), order_id: order.id, ...line })))
      .execute()
    return order
  })
}

/** The other tab's order is used if it is for the same cart. */
async function findPending(db: Db, customerId: string, cartHash: string): Promise<{ id: string }> {
  const pending = await db
    .selectFrom('orders')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('status', '=', 'pending')
    .where('cart_hash', '=', cartHash)
    .executeTakeFirst()
  if (!pending) throw new Refusal('cart_changed')
  return pending
}

/** An order whose checkout can never be opened expires, so that the customer's next click creates another one. */
async function openAtProvider(deps: CheckoutDeps, orderId: string, buyer: Buyer): Promise<string> {
  try {
    return await openOrdersCheckout(deps, orderId, buyer)
  } catch (error) {
    if (isPermanentRefusal(error)) await markExpired(deps.db, orderId)
    throw error
  }
}

/** The provider has no checkout for this order and will never open one. */
function isPermanentRefusal(error: unknown): boolean {
  return error instanceof Refusal && error.cause instanceof PaymentRefused
}

/** The order's id is the idempotency key: the provider returns the same checkout for a repeated call. */
async function openOrdersCheckout(
  deps: CheckoutDeps,
  orderId: string,
  buyer: Buyer,
): Promise<string> {
  const order = await deps.db
    .selectFrom('orders')
    .select(['checkout_url', 'created_at', 'expires_at'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  if (order.checkout_url !== null) return order.checkout_url

  const lines = await deps.db
    .selectFrom('order_lines')
    .select(['title as name', 'customer_pence as pence'])
    .where('order_id', '=', orderId)
    .orderBy('track_id')
    .execute()
  const { sessionId, url } = await withProviderErrors(
    () =>
      deps.payments.openCheckout({
        orderId,
        lines,
        customerEmail: buyer.email,
        successUrl: `${deps.publicUrl}/checkout/success?cs={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${deps.publicUrl}/checkout/cancelled`,
        orderedAt: order.created_at,
        expiresAt: order.expires_at,
        idempotencyKey: `cs:${orderId}`,
      }),
    'checkout_unavailable',
  )
  await deps.db
    .updateTable('orders')
    .set({ checkout_session_id: sessionId, checkout_url: url })
    .where('id', '=', orderId)
    .execute()
  return url
}
