// The provider's balance transactions: what has moved on the platform's balance.

import type Stripe from 'stripe'
import { PaymentUnknown, type BalanceTransaction } from './payments.ts'

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
