// Maps an order's status to its payment state. Every status is listed, so that a new one cannot be misread.

import type { OrderStatus } from '#server/db/tables.ts'

/**
 * `open`: can still be paid, or was paid and only the provider knows it yet. `paid`: its tracks were granted. `closed`:
 * grants nothing, even if the provider reports the checkout as paid: the payment failed or was disputed.
 */
export type OrderPayment = 'open' | 'paid' | 'closed'

const payments: Record<OrderStatus, OrderPayment> = {
  pending: 'open',
  // A checkout can be paid at the moment in which the server closes it.
  expired: 'open',
  paid: 'paid',
  part_refunded: 'paid',
  refunded: 'paid',
  disputed: 'closed',
  failed: 'closed',
}

export function paymentOf(order: { status: OrderStatus }): OrderPayment {
  return payments[order.status]
}
