// What the customer of a payment claims, on its timeline: requests for refunds, and disputes at the customer's bank.

import type { PaymentTimelineStep } from '#contracts/admin/payments.ts'
import type { RefundRequestStatus } from '#rules/orders/refund-request.ts'
import type { BankDisputeStatus } from '#rules/payments/bank-dispute-process.ts'
import type { TimelineStep } from '#rules/payments/payment-process.ts'
import type { Db } from '#server/db/client.ts'
import { stepAt } from './timeline-step.ts'

/** @param orderId whose lines are asked for: a payment of a second checkout has sold none */
export async function stepsOfRequests(db: Db, orderId: string): Promise<PaymentTimelineStep[]> {
  const requests = await db
    .selectFrom('refund_requests')
    .innerJoin('order_lines', 'order_lines.id', 'order_line_id')
    .select(['refund_requests.id', 'status', 'reason', 'requested_at', 'decided_at'])
    .select('customer_pence')
    .where('order_id', '=', orderId)
    .execute()
  return requests.flatMap(({ id, status, reason, customer_pence: pence, ...request }) => [
    ...stepAt(request.requested_at, {
      key: `requested:${id}`,
      step: 'request_made',
      pence,
      row: { kind: 'refund_request', id, status, reason },
    }),
    ...stepAt(request.decided_at, {
      key: `request_decided:${id}`,
      step: decisions[status] ?? 'request_declined',
    }),
  ])
}

const decisions: Partial<Record<RefundRequestStatus, TimelineStep>> = {
  accepted: 'request_accepted',
  declined: 'request_declined',
}

export async function stepsOfDisputes(db: Db, paymentId: string): Promise<PaymentTimelineStep[]> {
  const disputes = await db
    .selectFrom('bank_disputes')
    .select(['id', 'provider_id', 'status', 'reason', 'amount_pence', 'lost_pence'])
    .select(['opened_at', 'answered_at', 'decided_at'])
    .where('payment_id', '=', paymentId)
    .execute()
  return disputes.flatMap(({ id, status, reason, provider_id: providerId, ...dispute }) => [
    ...stepAt(dispute.opened_at, {
      key: `dispute:${id}`,
      step: 'dispute_opened',
      pence: dispute.amount_pence,
      providerId,
      row: { kind: 'bank_dispute', id, status, reason },
    }),
    ...stepAt(dispute.answered_at, { key: `dispute_answered:${id}`, step: 'dispute_answered' }),
    ...stepAt(dispute.decided_at, {
      key: `dispute_decided:${id}`,
      step: outcomes[status] ?? 'dispute_closed',
      pence: status === 'lost' ? dispute.lost_pence : null,
    }),
  ])
}

const outcomes: Partial<Record<BankDisputeStatus, TimelineStep>> = {
  lost: 'dispute_lost',
  won: 'dispute_won',
  closed: 'dispute_closed',
}
