// Invariants of orders that hold after any failure: one payment each, every line granted or refunded, every artist owed.

import { paymentOf, type OrderStatus } from '#rules/orders/order-process.ts'
import type { PaymentStatus } from '#rules/payments/payment-process.ts'
import {
  found,
  sum,
  type Line,
  type MoneyRecords,
  type Order,
  type Payment,
} from './money-records.ts'

/** What the status of an order says about its payment. */
const paymentStatusesOf: Record<OrderStatus, readonly PaymentStatus[]> = {
  pending: ['open', 'confirming'],
  expired: ['expired'],
  failed: ['failed'],
  paid: ['paid'],
  part_refunded: ['paid'],
  refunded: ['paid'],
  disputed: ['paid'],
}

/** Returns one sentence for each problem. */
export function orderProblems(records: MoneyRecords): string[] {
  return [
    ...subjectProblems(records),
    ...records.orders.flatMap((order) =>
      paymentOf(order) === 'paid'
        ? [...paidProblems(records, order), ...grantProblems(records, order)]
        : unpaidProblems(records, order),
    ),
  ]
}

/** An order has one payment for its whole total, and both are in the same state. */
function subjectProblems({ orders, payments }: MoneyRecords): string[] {
  return [
    ...orders
      .filter((order) => !payments.some((payment) => isOf(order, payment)))
      .map(({ id }) => `order ${id} has no payment`),
    ...payments.filter(isOfAnOrder).flatMap((payment) => {
      const { id } = payment
      const order = orders.find((one) => isOf(one, payment))
      if (!order) return [`payment ${id} has no subject`]
      return found(
        [
          payment.amount_pence !== order.total_pence,
          `payment ${id} of ${payment.amount_pence} is for an order of ${order.total_pence}`,
        ],
        [payment.customer_id !== order.customer_id, `payment ${id} is another customer's`],
        [
          !paymentStatusesOf[order.status].includes(payment.status),
          `payment ${id} is ${payment.status}, but its order is ${order.status}`,
        ],
      )
    }),
  ]
}

function paidProblems(records: MoneyRecords, order: Order): string[] {
  const { id, total_pence: total } = order
  const lines = sum(linesOf(records, order).map((line) => line.customer_pence))
  const refunded = sum(
    rowsOf(records, order, records.refunds)
      .filter(({ status }) => status === 'sent' || status === 'settled')
      .map((refund) => refund.amount_pence),
  )
  const expectedStatus = refunded === 0 ? 'paid' : refunded === total ? 'refunded' : 'part_refunded'
  return found(
    [lines !== total, `order ${id} of ${total} has lines of ${lines}`],
    [order.status !== expectedStatus, `order ${id} is ${order.status}, not ${expectedStatus}`],
  )
}

/** Each line is granted or refunded; each artist is owed the share of the granted lines once. */
function grantProblems(records: MoneyRecords, order: Order): string[] {
  const lines = linesOf(records, order)
  const granted = lines.filter((line) => unsoldRefundOf(records, line) === undefined)
  const owed = Object.groupBy(granted, (line) => line.artist_id)
  const transfers = rowsOf(records, order, records.transfers)
  return [
    ...lines.flatMap((line) => lineProblems(records, order, line)),
    ...Object.entries(owed).flatMap(([artistId, own = []]) => {
      const due = sum(own.map((line) => line.artist_pence))
      // Not what was sent again after a dispute.
      const row = transfers.find((one) => one.artist_id === artistId && !one.is_again)
      const pence = row?.amount_pence ?? 0
      return found([pence !== due, `order ${order.id} owes ${artistId} ${due}, not ${pence}`])
    }),
    ...transfers
      .filter((transfer) => owed[transfer.artist_id] === undefined)
      .map((transfer) => `transfer ${transfer.id} is owed for nothing granted`),
  ]
}

function lineProblems(records: MoneyRecords, order: Order, line: Line): string[] {
  const entitlement = entitlementOf(records, line)
  const refund = unsoldRefundOf(records, line)
  const givenBack = sum(
    records.refunds
      .filter((one) => one.order_line_id === line.id && one.cause === 'given_back')
      .map((one) => one.amount_pence),
  )
  const isGivenBack = givenBack === line.customer_pence
  return found(
    [!entitlement && !refund && !isGivenBack, `line ${line.id} was neither granted nor given back`],
    [
      givenBack > line.customer_pence || (refund !== undefined && givenBack > 0),
      `line ${line.id} of ${line.customer_pence} gives back ${givenBack} beside what was not sold`,
    ],
    [entitlement !== undefined && isGivenBack, `line ${line.id} is owned, and all given back`],
    [
      entitlement !== undefined && refund !== undefined,
      `line ${line.id} was granted and given back`,
    ],
    [
      entitlement !== undefined &&
        (entitlement.user_id !== order.customer_id || entitlement.track_id !== line.track_id),
      `line ${line.id} was granted to another customer, or another track`,
    ],
    [
      refund !== undefined && refund.amount_pence !== line.customer_pence,
      `refund ${refund?.id} is not what line ${line.id} cost`,
    ],
    [
      refund?.cause === 'owned' && !isOwned(records, order, line),
      `refund ${refund?.id} is of a track that was not the customer's already`,
    ],
  )
}

/** Of a line that was never granted. */
function unsoldRefundOf({ refunds }: MoneyRecords, line: Line) {
  return refunds.find((one) => one.order_line_id === line.id && one.cause !== 'given_back')
}

function isOwned({ entitlements }: MoneyRecords, { customer_id: customerId }: Order, line: Line) {
  return entitlements.some(
    ({ user_id, track_id }) => user_id === customerId && track_id === line.track_id,
  )
}

function unpaidProblems(records: MoneyRecords, order: Order): string[] {
  const { id, status } = order
  const granted = linesOf(records, order).filter((line) => entitlementOf(records, line)).length
  const transfers = rowsOf(records, order, records.transfers).length
  const refunds = rowsOf(records, order, records.refunds).length
  // The bank has given the money back: what was owed to others stays so.
  const isDisputed = status === 'disputed'
  return found(
    [granted > 0, `order ${id} is ${status}, but granted ${granted}`],
    [!isDisputed && transfers > 0, `order ${id} is ${status}, but owes ${transfers} artists`],
    [!isDisputed && refunds > 0, `order ${id} is ${status}, but gives ${refunds} lines back`],
  )
}

function linesOf({ lines }: MoneyRecords, order: Order): Line[] {
  return lines.filter((line) => line.order_id === order.id)
}

function entitlementOf({ entitlements }: MoneyRecords, line: Line) {
  return entitlements.find((entitlement) => entitlement.order_line_id === line.id)
}

/** Those of the order's payment. */
function rowsOf<Row extends { payment_id: string }>(
  { payments }: MoneyRecords,
  order: Order,
  rows: Row[],
): Row[] {
  return rows.filter((row) =>
    payments.some((payment) => payment.id === row.payment_id && isOf(order, payment)),
  )
}

function isOf(order: Order, payment: Payment): boolean {
  return isOfAnOrder(payment) && payment.subject_id === order.id
}

function isOfAnOrder({ subject_kind: kind, stray_of: strayOf }: Payment): boolean {
  return kind === 'order' && strayOf === null
}
