// The life of a payment, and of what is owed from it: a transfer to an artist, a refund to the customer.

import { defineProcess, type StatusOf, type StepOf } from '../process.ts'

export const paymentProcess = defineProcess({
  statuses: ['open', 'confirming', 'paid', 'expired', 'failed'],
  start: 'open',
  steps: {
    // A checkout can be paid in the moment in which the site closes it.
    pay: { from: ['open', 'confirming', 'expired'], to: 'paid', by: ['provider'] },
    // The checkout is complete, and the money not received yet: some methods take days.
    confirm: { from: ['open', 'expired'], to: 'confirming', by: ['provider'] },
    // The checkout is complete, and the money will not be received.
    decline: { from: ['open', 'confirming', 'expired'], to: 'failed', by: ['provider'] },
    expire: { from: ['open'], to: 'expired', by: ['customer', 'provider', 'system'] },
    // What was paid does not match: a person decides.
    fail: { from: ['open', 'confirming', 'expired'], to: 'failed', by: ['system'] },
    // The cause is removed, says an admin: the provider is asked again. It never stands in the way of another checkout.
    checkAgain: { from: ['failed'], to: 'expired', by: ['admin'] },
  },
})

/** What has become of a payment whose amount did not match. */
export const mismatchEnds = ['given_back', 'check_again'] as const
export type MismatchEnd = (typeof mismatchEnds)[number]

/** The money may still come in. */
export const undecidedStatuses = ['open', 'confirming'] as const

export const transferProcess = defineProcess({
  statuses: ['waiting', 'blocked', 'sent', 'failed', 'settled', 'netted', 'written_off'],
  start: 'waiting',
  steps: {
    // The artist's account cannot receive money yet, or an admin holds it; a suspension holds it as well.
    block: { from: ['waiting'], to: 'blocked', by: ['system'] },
    send: { from: ['waiting', 'blocked'], to: 'sent', by: ['system'] },
    // It was sent after all: the answer was lost, and the row has moved on meanwhile.
    adopt: { from: ['failed'], to: 'sent', by: ['provider'] },
    retry: { from: ['waiting', 'blocked'], to: 'waiting', by: ['system'] },
    // The provider has refused it too often: a person has to look.
    fail: { from: ['waiting', 'blocked'], to: 'failed', by: ['provider'] },
    // The provider says that the account can receive money, or an admin has released it; the end of a suspension does not.
    wake: { from: ['blocked', 'failed'], to: 'waiting', by: ['provider', 'admin'] },
    // An admin has paid it in another way.
    settle: { from: ['waiting', 'blocked', 'failed'], to: 'settled', by: ['admin'] },
    // All of it has paid what its artist owed: nothing is sent.
    net: { from: ['waiting', 'blocked', 'failed'], to: 'netted', by: ['system'] },
    // It can never be sent: what is owed is kept for the artist.
    writeOff: { from: ['blocked', 'failed'], to: 'written_off', by: ['admin'] },
    // The artist has asked for it, and an admin has paid it in another way.
    claim: { from: ['written_off'], to: 'settled', by: ['admin'] },
  },
})

export const refundProcess = defineProcess({
  statuses: ['waiting', 'pending', 'sent', 'disputed', 'failed', 'settled'],
  start: 'waiting',
  steps: {
    // The provider has made it, the card's bank does not have it yet.
    make: { from: ['waiting'], to: 'pending', by: ['system'] },
    // It was made after all: the answer was lost, and the row has moved on meanwhile.
    adopt: { from: ['disputed', 'failed'], to: 'pending', by: ['provider'] },
    retry: { from: ['waiting'], to: 'waiting', by: ['system'] },
    arrive: { from: ['pending'], to: 'sent', by: ['provider'] },
    // The card's bank has sent it back, perhaps after it had arrived.
    oweAgain: { from: ['pending', 'sent'], to: 'waiting', by: ['provider'] },
    // It was cancelled at the provider, came back too often, or differs from what was refunded there: a person decides.
    fail: {
      from: ['waiting', 'pending', 'sent', 'disputed'],
      to: 'failed',
      by: ['provider', 'admin'],
    },
    wake: { from: ['failed'], to: 'waiting', by: ['admin'] },
    // The customer disputes the payment at the bank, which decides: nothing can be refunded meanwhile.
    waitForDispute: { from: ['waiting'], to: 'disputed', by: ['provider'] },
    // The bank has decided that the payment stands.
    goOn: { from: ['disputed'], to: 'waiting', by: ['provider'] },
    // The customer has the money by a lost dispute, or an admin has paid it in another way.
    settle: { from: ['waiting', 'disputed', 'failed'], to: 'settled', by: ['provider', 'admin'] },
    // The bank has changed its mind about the dispute that had paid it.
    unsettle: { from: ['settled'], to: 'waiting', by: ['provider'] },
  },
})

/** Of refunds and transfers: whoever is owed the money has it, by the card provider or in another way. */
export const paidStatuses = ['sent', 'settled'] as const

/** Of transfers: nothing of it is owed to the artist any more. */
export const paidTransferStatuses = [...paidStatuses, 'netted'] as const

/** A transfer in one of them is not sent any more. */
export const endedTransferStatuses = [...paidTransferStatuses, 'written_off'] as const

/** Why money of an order goes back. */
export const orderRefundCauses = [
  // The track of a line was the customer's already.
  'owned',
  // The track of a line was taken down, or its artist suspended, before the payment was recorded.
  'unavailable',
  // The same was paid by another checkout.
  'paid_twice',
  // An admin gives back what was sold, wholly or in part: also of a commission.
  'given_back',
] as const
export type OrderRefundCause = (typeof orderRefundCauses)[number]

export const refundCauses = [
  ...orderRefundCauses,
  // The commission was cancelled after it had been paid.
  'commission_cancelled',
  // The commission was approved for a part of its price.
  'commission_part',
  // The commission had ended before the payment was recorded.
  'commission_closed',
] as const
export type RefundCause = (typeof refundCauses)[number]

/** One that is found made at the provider is recorded in these; in any other it is known, or reported. */
export const unmadeTransferStatuses: readonly TransferStatus[] = [
  ...transferProcess.steps.send.from,
  ...transferProcess.steps.adopt.from,
]
export const unmadeRefundStatuses: readonly RefundStatus[] = [
  ...refundProcess.steps.make.from,
  ...refundProcess.steps.adopt.from,
]

/** What is owed by a row: back to a customer, or to an artist. */
export const owedKinds = ['refund', 'transfer'] as const
export type OwedKind = (typeof owedKinds)[number]

export const owedStatuses = [
  'waiting',
  'blocked',
  'pending',
  'disputed',
  'failed',
  'sent',
  'settled',
  'netted',
  'written_off',
] as const satisfies readonly (TransferStatus | RefundStatus)[]
export type OwedStatus = (typeof owedStatuses)[number]

/** What the timeline of a payment tells, in the order in which it happens at one moment. */
export const timelineSteps = [
  'begun',
  'paid',
  'request_made',
  'request_accepted',
  'request_declined',
  'dispute_opened',
  'dispute_answered',
  'dispute_lost',
  'dispute_won',
  'dispute_closed',
  'refund_owed',
  'refund_arrived',
  'refund_settled',
  'transfer_owed',
  'transfer_sent',
  'transfer_settled',
  'transfer_netted',
  'transfer_written_off',
  'reversal_owed',
  'reversal_made',
  'debt_begun',
  'debt_netted',
  'debt_asked',
  'debt_written_off',
  'debt_repaid',
  'booked',
] as const
export type TimelineStep = (typeof timelineSteps)[number]

/** Of what names a payment that was made in another way, in characters. */
export const maxReferenceLength = 100

export type PaymentStatus = StatusOf<typeof paymentProcess>
export type PaymentStep = StepOf<typeof paymentProcess>
export type TransferStatus = StatusOf<typeof transferProcess>
export type RefundStatus = StatusOf<typeof refundProcess>
