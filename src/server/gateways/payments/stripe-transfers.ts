// Transfers to artists' accounts, and the refunds of a charge.

import type Stripe from 'stripe'
import { subjectMetadata, transferGroupOf, type MadeRefund, type Payments } from './payments.ts'
import type { callsWithDeadline } from './stripe-problems.ts'

type Calls = ReturnType<typeof callsWithDeadline>

/** The app's id of a transfer, at the provider. Before version 0010 of the database it was named otherwise. */
export const transferIdNames = ['transfer_id', 'payout_id']

export function transferCalls(
  stripe: Stripe,
  { callProvider, callWithKey }: Calls,
): Pick<Payments, 'sendTransfer' | 'findTransfer'> {
  return {
    async sendTransfer({ transferId, subject, amountPence, toAccount, chargeId, idempotencyKey }) {
      const transfer = await callWithKey(() =>
        stripe.transfers.create(
          {
            amount: amountPence,
            currency: 'gbp',
            destination: toAccount,
            source_transaction: chargeId,
            transfer_group: transferGroupOf(subject),
            metadata: { ...subjectMetadata(subject), transfer_id: transferId },
          },
          { idempotencyKey },
        ),
      )
      return transfer.id
    },

    async findTransfer({ transferId, subject }) {
      const transfers = stripe.transfers.list({
        transfer_group: transferGroupOf(subject),
        limit: 100,
      })
      return callProvider(async () => {
        for await (const { id, metadata } of transfers) {
          if (transferIdNames.some((name) => metadata[name] === transferId)) return id
        }
        return null
      })
    },
  }
}

export function refundCalls(
  stripe: Stripe,
  { callProvider, callWithKey }: Calls,
): Pick<Payments, 'sendRefund' | 'findRefund'> {
  return {
    async sendRefund({ refundId, subject, amountPence, chargeId, idempotencyKey }) {
      const refund = await callWithKey(() =>
        stripe.refunds.create(
          {
            charge: chargeId,
            amount: amountPence,
            metadata: { ...subjectMetadata(subject), refund_id: refundId },
          },
          { idempotencyKey },
        ),
      )
      return asRefund(refund)
    },

    async findRefund({ refundId, chargeId }) {
      const refunds = stripe.refunds.list({ charge: chargeId, limit: 100 })
      return callProvider(async () => {
        for await (const refund of refunds) {
          const made = asRefund(refund)
          if (refund.metadata?.['refund_id'] === refundId && !isReturned(made)) return made
        }
        return null
      })
    },
  }
}

export function asRefund({ id, status, failure_reason }: Stripe.Refund): MadeRefund {
  const problem = `Refund ${id} is ${status} (${failure_reason ?? 'no reason given'}).`
  return { providerId: id, state: stateOfRefund(status), problem }
}

/** The provider may add new states: none of them means that the money has arrived. */
function stateOfRefund(status: string | null): MadeRefund['state'] {
  return status === 'succeeded' || status === 'failed' || status === 'canceled' ? status : 'pending'
}

export function isReturned({ state }: MadeRefund): boolean {
  return state === 'failed' || state === 'canceled'
}
