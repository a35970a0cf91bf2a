// The only function that fulfils an order after its checkout is paid. Idempotent, also when several calls run at once.

import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db } from '#server/db/client.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Checkout, Payments } from '#server/gateways/payments/payments.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { queuePurchaseMail } from '#server/mail/purchase-mail.ts'
import { countTrackActivity } from '#server/tracks/track-popularity.ts'
import { lockCustomer } from './buyable-tracks.ts'
import { bookPaidOrder, owedToArtists } from './ledger.ts'
import { paymentOf } from './order-status.ts'
import { oweRefunds } from './refund-commands.ts'

export type FulfilmentDeps = { db: Db; payments: Payments; publicUrl: string }
type Order = Selectable<Tables['orders']>
type OrderLine = Selectable<Tables['order_lines']>
type Payment = NonNullable<Checkout['payment']>

/**
 * Fetches the payment from the provider; it never trusts the content of an event.
 * `settling`: paid, but the provider does not know its fee yet.
 * @throws when the payment does not match the order; nothing is fulfilled then.
 */
export async function fulfilOrder(
  { db, payments, publicUrl }: FulfilmentDeps,
  orderId: string,
): Promise<'fulfilled' | 'settling' | 'not_paid' | 'expired' | 'closed'> {
  const order = await db
    .updateTable('orders')
    .set({ asked_at: new Date() })
    .where('id', '=', orderId)
    .returningAll()
    .executeTakeFirst()
  if (!order?.checkout_session_id) return 'not_paid'
  const payment = paymentOf(order)
  if (payment === 'paid') return 'fulfilled'
  if (payment === 'closed') return 'closed'

  const checkout = await payments.findCheckout(order.checkout_session_id)
  if (checkout.state === 'expired') {
    await markExpired(db, orderId)
    return 'expired'
  }
  if (!checkout.paid) return 'not_paid'
  if (checkout.payment === null) return 'settling'
  assertPaymentMatches(order, checkout, payments.livemode)
  await recordPaid(db, order, checkout.payment, publicUrl)
  return 'fulfilled'
}

export async function markExpired(db: Db, orderId: string): Promise<void> {
  await db
    .updateTable('orders')
    .set({ status: 'expired' })
    .where('id', '=', orderId)
    .where('status', '=', 'pending')
    .execute()
}

function assertPaymentMatches(order: Order, checkout: Checkout, livemode: boolean): void {
  const matches =
    checkout.orderId === order.id &&
    checkout.totalPence === order.total_pence &&
    checkout.currency === 'gbp' &&
    checkout.livemode === livemode
  if (!matches) {
    throw new Error(
      `Checkout ${checkout.sessionId} (${checkout.totalPence} ${checkout.currency}, order ${checkout.orderId}, live: ${checkout.livemode}) ` +
        `does not match order ${order.id} of ${order.total_pence} pence.`,
    )
  }
}

/** One transaction, and only for the call that changes the order's status to paid. */
async function recordPaid(
  db: Db,
  order: Order,
  payment: Payment,
  publicUrl: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockCustomer(tx, order.customer_id)
    const updated = await tx
      .updateTable('orders')
      .set({
        status: 'paid',
        paid_at: new Date(),
        payment_intent_id: payment.paymentIntentId,
        charge_id: payment.chargeId,
      })
      .where('id', '=', order.id)
      .where('status', 'in', ['pending', 'expired'])
      .executeTakeFirst()
    if (updated.numUpdatedRows === 0n) return

    const lines = await tx
      .selectFrom('order_lines')
      .selectAll()
      .where('order_id', '=', order.id)
      .orderBy('track_id')
      .execute()
    const { granted, owned } = await grantTracks(tx, order, lines)
    await bookPaidOrder(tx, { orderId: order.id, granted, owned, feePence: payment.feePence })
    await owePayouts(tx, order, granted)
    await oweRefunds(tx, order.id, owned)
    if (granted.length > 0)
      await queuePurchaseMail(tx, withGrantedTotal(order, granted), granted, publicUrl)
  })
}

/** `owned`: lines whose track the customer already owns through another order; they grant nothing. */
async function grantTracks(
  tx: Db,
  order: Order,
  lines: OrderLine[],
): Promise<{ granted: OrderLine[]; owned: OrderLine[] }> {
  const entitlements = await tx
    .insertInto('entitlements')
    .values(
      lines.map((line) => ({
        user_id: order.customer_id,
        track_id: line.track_id,
        order_line_id: line.id,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('order_line_id')
    .execute()
  const grantedIds = new Set(entitlements.map((entitlement) => entitlement.order_line_id))
  const granted = lines.filter((line) => grantedIds.has(line.id))
  const owned = lines.filter((line) => !grantedIds.has(line.id))
  await removeFromCart(tx, order, lines)
  await countPurchases(tx, granted)
  return { granted, owned }
}

async function removeFromCart(tx: Db, order: Order, lines: OrderLine[]): Promise<void> {
  await tx
    .deleteFrom('cart_items')
    .where('customer_id', '=', order.customer_id)
    .where(
      'track_id',
      'in',
      lines.map((line) => line.track_id),
    )
    .execute()
}

async function countPurchases(tx: Db, granted: OrderLine[]): Promise<void> {
  if (granted.length === 0) return
  const trackIds = granted.map((line) => line.track_id)
  await tx
    .updateTable('tracks')
    .set((eb) => ({ purchase_count: eb('purchase_count', '+', 1) }))
    .where('id', 'in', trackIds)
    .execute()
  for (const trackId of trackIds) await countTrackActivity(tx, trackId, 'purchases')
}

/** The email's total covers only the granted lines. */
function withGrantedTotal(order: Order, granted: OrderLine[]): Order {
  return { ...order, total_pence: granted.reduce((sum, line) => sum + line.customer_pence, 0) }
}

/** One transfer per artist and order; none for tracks at £0. */
async function owePayouts(tx: Db, order: Order, lines: OrderLine[]): Promise<void> {
  for (const [artistId, pence] of owedToArtists(lines)) {
    if (pence === 0) continue
    const payoutId = randomUUID()
    await tx
      .insertInto('payouts')
      .values({ id: payoutId, order_id: order.id, artist_id: artistId, amount_pence: pence })
      .execute()
    await addJob(tx, 'send_payout', { payoutId }, { key: `send_payout:${payoutId}` })
  }
}
