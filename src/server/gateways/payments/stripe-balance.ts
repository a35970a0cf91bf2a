// The provider's balance transactions: what has moved on the platform's balance.

import type Stripe from 'stripe'
import { PaymentUnknown, type BalanceTransaction, type Payments } from './payments.ts'
import { pageSize } from './stripe-lists.ts'
import type { callsWithDeadline } from './stripe-problems.ts'

type Calls = Pick<ReturnType<typeof callsWithDeadline>, 'callProvider'>

export function balanceCalls(
  stripe: Stripe,
  { callProvider }: Calls,
): Pick<Payments, 'listBalanceTransactions' | 'readBalancePence' | 'findDisputedCharge'> {
  return {
    async listBalanceTransactions({ since, page }) {
      const { data, has_more: hasMore } = await callProvider(() =>
        stripe.balanceTransactions.list({
          limit: pageSize,
          ...(since === null ? {} : { created: { gte: Math.floor(since.getTime() / 1000) } }),
          ...(page === null ? {} : { starting_after: page }),
        }),
      )
      const nextPage = hasMore ? (data.at(-1)?.id ?? null) : null
      return { moved: data.map(asBalanceTransaction), nextPage }
    },

    async readBalancePence() {
      const { available, pending } = await callProvider(() => stripe.balance.retrieve())
      return [...available, ...pending]
        .filter(({ currency }) => currency === 'gbp')
        .reduce((sum, { amount }) => sum + amount, 0)
    },

    async findDisputedCharge(disputeId) {
      const { charge } = await callProvider(() => stripe.disputes.retrieve(disputeId))
      return typeof charge === 'string' ? charge : charge.id
    },
  }
}

export function asBalanceTransaction(moved: Stripe.BalanceTransaction): BalanceTransaction {
  return {
    id: moved.id,
    type: moved.type,
    amountPence: moved.amount,
    feePence: moved.fee,
    currency: moved.currency,
    sourceId: typeof moved.source === 'object' ? (moved.source?.id ?? null) : moved.source,
    description: moved.description,
    createdAt: new Date(moved.created * 1000),
    availableAt: new Date(moved.available_on * 1000),
  }
}

type Reference = string | Stripe.BalanceTransaction | null

/** Of an object that has moved nothing yet, null. The call has asked for the whole transaction, not for its id alone. */
export function readBalance(reference: Reference): BalanceTransaction | null {
  if (reference === null) return null
  if (typeof reference === 'object') return asBalanceTransaction(reference)
  throw new Error(`The card provider has not told of the balance transaction ${reference}.`)
}

/** @throws PaymentUnknown: money has moved, and the provider does not say yet how. */
export function requireBalance(id: string, reference: Reference): BalanceTransaction {
  const balance = readBalance(reference)
  if (balance === null) throw new PaymentUnknown(`${id} has no balance transaction yet.`)
  return balance
}
