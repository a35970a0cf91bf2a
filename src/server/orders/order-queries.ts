// Queries for the caller's own orders and owned tracks.

import { orderProcess } from '#rules/orders/order-process.ts'
import { maxOwnedIds } from '#rules/product.ts'
import type { Db } from '#server/db/client.ts'

export function findOwnOrder(db: Db, own: { sessionId: string; customerId: string }) {
  return ordersWithPayment(db)
    .select(['orders.id', 'orders.status', 'total_pence', 'payments.id as payment_id'])
    .where('checkout_session_id', '=', own.sessionId)
    .where('orders.customer_id', '=', own.customerId)
    .executeTakeFirst()
}

/** A customer has at most one. */
export function findOpenOrder(db: Db, customerId: string) {
  return ordersWithPayment(db)
    .select(['cart_hash', 'payments.id as payment_id', 'payments.status as payment_status'])
    .select(['checkout_url', 'expires_at'])
    .where('orders.customer_id', '=', customerId)
    .where('orders.status', '=', orderProcess.start)
    .executeTakeFirst()
}

function ordersWithPayment(db: Db) {
  return db
    .selectFrom('orders')
    .innerJoin('payments', (join) =>
      join
        .onRef('payments.subject_id', '=', 'orders.id')
        .on('payments.subject_kind', '=', 'order')
        .on('payments.stray_of', 'is', null),
    )
}

export function findOrderLines(db: Db, orderId: string) {
  return db
    .selectFrom('order_lines')
    .select(['track_id as id', 'title'])
    .where('order_id', '=', orderId)
    .orderBy('title')
    .execute()
}

/** The newest first. */
export async function findOwnedIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('entitlements')
    .select('track_id')
    .where('user_id', '=', userId)
    .orderBy('granted_at', 'desc')
    .orderBy('track_id')
    .limit(maxOwnedIds)
    .execute()
  return rows.map((row) => row.track_id)
}
