// Transfers to artists' accounts, and the refunds of a charge.

import type Stripe from 'stripe'
import {
  subjectMetadata,
  transferGroupOf,
  type BalanceTransaction,
  type MadeRefund,
  type Payments,
  type SentTransfer,
} from './payments.ts'
import { asBalanceTransaction, readBalance, requireBalance } from './stripe-balance.ts'
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
            expand: ['balance_transaction'],
          },
          { idempotencyKey },
        ),
      )
      return asSentTransfer(transfer)
    },

    async findTransfer({ transferId, subject }) {
      const transfers = stripe.transfers.list({
        transfer_group: transferGroupOf(subject),
        limit: 100,
        expand: ['data.balance_transaction'],
      })
      return callProvider(async () => {
        for await (const transfer of transfers) {
          const { metadata } = transfer
          if (transferIdNames.some((name) => metadata[name] === transferId))
            return asSentTransfer(transfer)
        }
        return null
      })
    },
  }
}

export function asSentTransfer({ id, balance_transaction: moved }: Stripe.Transfer): SentTransfer {
  return { providerId: id, balance: requireBalance(id, moved) }
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
            expand: ['balance_transaction'],
          },
          { idempotencyKey },
        ),
      )
      return asRefund(refund, await readReturn(stripe, callProvider, refund))
    },

    async findRefund({ refundId, chargeId }) {
      const expand = ['data.balance_transaction']
      const refunds = stripe.refunds.list({ charge: chargeId, limit: 100, expand })
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

/** The balance transaction that has brought it back: a refund names it only then, and a list has only its id. */
export async function readReturn(
  stripe: Stripe,
  callProvider: Calls['callProvider'],
  { failure_balance_transaction: returned }: Stripe.Refund,
): Promise<BalanceTransaction | null> {
  const id = typeof returned === 'string' ? returned : returned?.id
  if (id === undefined) return null
  return asBalanceTransaction(await callProvider(() => stripe.balanceTransactions.retrieve(id)))
}

export function asRefund(
  refund: Stripe.Refund,
  returned: BalanceTransaction | null = null,
): MadeRefund {
  const { id, status, failure_reason: reason } = refund
  return {
    providerId: id,
    state: stateOfRefund(status),
    left: readBalance(refund.balance_transaction),
    returned,
    isCardClosed: closedCardReasons.has(reason ?? ''),
    problem: `Refund ${id} is ${status} (${reason ?? 'no reason given'}).`,
  }
}

const closedCardReasons = new Set(['expired_or_canceled_card', 'lost_or_stolen_card'])

/** The provider may add new states: none of them means that the money has arrived. */
function stateOfRefund(status: string | null): MadeRefund['state'] {
  return status === 'succeeded' || status === 'failed' || status === 'canceled' ? status : 'pending'
}

export function isReturned({ state }: MadeRefund): boolean {
  return state === 'failed' || state === 'canceled'
}
