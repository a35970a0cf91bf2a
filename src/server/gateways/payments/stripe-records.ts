// Reads the provider's objects, whether a row of ours names them or not: lists of a period, and single objects.

import type Stripe from 'stripe'
import {
  PaymentRefused,
  type BalanceTransaction,
  type ListedRefund,
  type MadeObjects,
  type Payments,
  type SubjectRef,
} from './payments.ts'
import { asListedDispute } from './stripe-disputes.ts'
import { listedBalance, listing, readEach } from './stripe-lists.ts'
import { idOf, isMarked } from './stripe-metadata.ts'
import type { callsWithDeadline } from './stripe-problems.ts'
import { asListedReversals } from './stripe-reversals.ts'
import {
  asRefund,
  asSentTransfer,
  isReturned,
  readReturn,
  transferIdNames,
} from './stripe-transfers.ts'

type Calls = Pick<ReturnType<typeof callsWithDeadline>, 'callProvider'>

export function recordCalls(
  stripe: Stripe,
  { callProvider }: Calls,
): Pick<Payments, 'listMade' | 'readTransfer' | 'readRefund' | 'findSession'> {
  const listAll = listing(callProvider)
  return {
    async listMade(since) {
      const charges = await listAll(since, (params) => stripe.charges.list(params))
      const transfers = await listAll(since, (params) =>
        stripe.transfers.list({ ...params, expand: listedBalance }),
      )
      const reversals = await listAll(since, (params) =>
        stripe.balanceTransactions.list({
          ...params,
          type: 'transfer_refund',
          expand: ['data.source'],
        }),
      )
      const refunds = await listAll(since, (params) =>
        stripe.refunds.list({ ...params, expand: listedBalance }),
      )
      const disputes = await listAll(since, (params) => stripe.disputes.list(params))
      return asMadeObjects({ charges, transfers, reversals, refunds, disputes })
    },

    async readTransfer(providerId) {
      try {
        const expand = ['balance_transaction']
        return asMadeTransfer(
          await callProvider(() => stripe.transfers.retrieve(providerId, { expand })),
        )
      } catch (error) {
        if (error instanceof PaymentRefused && error.code === 'resource_missing') return null
        throw error
      }
    },

    async readRefund(providerId) {
      const expand = ['balance_transaction']
      const refund = await callProvider(() => stripe.refunds.retrieve(providerId, { expand }))
      return asListedRefund(refund, await readReturn(stripe, callProvider, refund))
    },

    async findSession(paymentIntentId) {
      const { data } = await callProvider(() =>
        stripe.checkout.sessions.list({ payment_intent: paymentIntentId, limit: 1 }),
      )
      const [session] = data
      return session ? { sessionId: session.id, paymentId: session.client_reference_id } : null
    },
  }
}

type Listed = {
  charges: Stripe.Charge[]
  transfers: Stripe.Transfer[]
  reversals: Stripe.BalanceTransaction[]
  refunds: Stripe.Refund[]
  disputes: Stripe.Dispute[]
}

function asMadeObjects(listed: Listed): MadeObjects {
  const paid = listed.charges.filter((charge) => charge.paid)
  const read = {
    charges: readEach(paid, asMadeCharge),
    transfers: readEach(listed.transfers, asMadeTransfer),
    reversals: readEach(listed.reversals, asListedReversals),
    refunds: readEach(listed.refunds, (refund) => asListedRefund(refund)),
    disputes: readEach(listed.disputes, asListedDispute),
  }
  return {
    charges: read.charges.made,
    transfers: read.transfers.made,
    reversals: read.reversals.made.flat(),
    refunds: read.refunds.made,
    disputes: read.disputes.made,
    unread: Object.values(read).flatMap(({ unread }) => unread),
  }
}

export function asMadeCharge(charge: Stripe.Charge): MadeObjects['charges'][number] {
  return {
    chargeId: charge.id,
    paymentIntentId: idOf(charge.payment_intent),
    subject: subjectOf(charge.metadata),
    pence: charge.amount,
    isSettled: charge.refunded || isMarked(charge.metadata),
    madeAt: new Date(charge.created * 1000),
  }
}

export function asMadeTransfer(transfer: Stripe.Transfer): MadeObjects['transfers'][number] {
  const name = transferIdNames.find((known) => transfer.metadata[known] !== undefined)
  return {
    ...asSentTransfer(transfer),
    transferId: (name && transfer.metadata[name]) ?? null,
    chargeId: idOf(transfer.source_transaction),
    pence: transfer.amount,
    isSettled: transfer.reversed || isMarked(transfer.metadata),
    madeAt: new Date(transfer.created * 1000),
  }
}

export function asListedRefund(
  refund: Stripe.Refund,
  returned: BalanceTransaction | null = null,
): ListedRefund {
  const made = asRefund(refund, returned)
  return {
    ...made,
    isSettled: isReturned(made) || isMarked(refund.metadata),
    refundId: refund.metadata?.['refund_id'] ?? null,
    chargeId: idOf(refund.charge),
    pence: refund.amount,
    madeAt: new Date(refund.created * 1000),
  }
}

/** As subjectMetadata writes it. */
function subjectOf(metadata: Record<string, string>): SubjectRef | null {
  const [name, id] = Object.entries(metadata).find(([key]) => key.endsWith('_id')) ?? []
  return name === undefined || id === undefined ? null : { kind: name.slice(0, -'_id'.length), id }
}
