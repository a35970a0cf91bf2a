// What an order's status says about its payment: every status is named, so that a new one is never read as another.

import type { OrderStatus } from '#server/db/tables.ts'

/**
 * `open` may still be paid, or has been paid without our knowing: the provider knows. `paid` granted what it sold. `closed` grants
 * nothing, whatever the provider says of the checkout: the payment failed, or the bank has taken it back.
 */
export type OrderPayment = 'open' | 'paid' | 'closed'

const payments: Record<OrderStatus, OrderPayment> = {
  pending: 'open',
  // A checkout can be paid in the moment in which we close it.
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
