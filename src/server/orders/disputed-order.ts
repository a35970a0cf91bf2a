// An order whose customer disputes the payment at the bank.

import { orderProcess } from '#rules/orders/order-process.ts'
import { saleProcess } from '#rules/sales/sale-process.ts'
import type { Db } from '#server/db/client.ts'
import { move } from '#server/db/move.ts'
import { notify } from '#server/notifications/notify.ts'
import type { BankDispute, Payment } from '#server/payments/payment-subjects.ts'
import { countRestored, endEntitlement } from './ended-ownership.ts'

/** The tracks stay the customer's until the bank has given all of the money back. */
export async function recordDisputedOrder(
  tx: Db,
  { id: paymentId, subject_id: orderId }: Payment,
  { id, state, isWhole, keepsShare }: BankDispute,
): Promise<void> {
  if (state === 'lost' && isWhole) await endOrder(tx, orderId)
  if (state === 'won') await restoreOrder(tx, orderId)
  const lines = await tx
    .selectFrom('order_lines')
    .innerJoin('sales', 'sales.order_line_id', 'order_lines.id')
    .select(['order_lines.artist_id', 'title'])
    .where('sales.payment_id', '=', paymentId)
    .orderBy('title')
    .execute()
  for (const [to, own] of Map.groupBy(lines, ({ artist_id: artistId }) => artistId)) {
    const titles = own.map(({ title }) => title)
    const key = `bank_dispute:${id}:${state}`
    const told = { bankDispute: state, titles, ...(state === 'lost' ? { keepsShare } : {}) }
    await notify(tx, { kind: 'sale_disputed', ...told, to, key })
  }
}

async function endOrder(tx: Db, orderId: string): Promise<void> {
  if (!(await move(tx, 'orders', orderProcess, { id: orderId, step: 'dispute' }))) return
  const lines = await tx
    .selectFrom('order_lines')
    .select('id')
    .where('order_id', '=', orderId)
    .orderBy('track_id')
    .execute()
  for (const { id } of lines) await endEntitlement(tx, id)
}

/** The bank has changed its mind. A track that the customer has bought again meanwhile is theirs by that order. */
async function restoreOrder(tx: Db, orderId: string): Promise<void> {
  if (!(await move(tx, 'orders', orderProcess, { id: orderId, step: 'winDispute' }))) return
  const restored = await tx
    .insertInto('entitlements')
    .columns(['user_id', 'track_id', 'order_line_id', 'granted_at'])
    .expression(
      tx
        .selectFrom('sales')
        .innerJoin('order_lines', 'order_lines.id', 'sales.order_line_id')
        .innerJoin('orders', 'orders.id', 'order_lines.order_id')
        .select(['orders.customer_id', 'track_id', 'order_lines.id', 'sales.paid_at'])
        .where('orders.id', '=', orderId)
        // Lines that were given back before stay so.
        .where('sales.status', '<>', saleProcess.steps.takeBack.to),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('track_id')
    .execute()
  const trackIds = restored.map(({ track_id: trackId }) => trackId).toSorted()
  for (const trackId of trackIds) await countRestored(tx, trackId)
}
