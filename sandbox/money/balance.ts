// An account's balance: the sum of its balance transactions, split into available and pending.
import type { Stripe } from 'stripe'
import type { Sandbox } from '../state/sandbox.ts'
import { newId } from '../storage/ids.ts'
import { currency } from './amounts.ts'

export interface Balance {
  availablePence: number
  pendingPence: number
}

/** @param at Unix seconds: what will have settled by then counts as available; now when left out */
export function readBalance(
  { db, clock }: Sandbox,
  owner: string,
  at: number = clock.now(),
): Balance {
  const row = db
    .prepare(
      `SELECT
         coalesce(sum(json_extract(body, '$.net'))
           FILTER (WHERE json_extract(body, '$.available_on') <= ?), 0) AS available,
         coalesce(sum(json_extract(body, '$.net')), 0) AS total
       FROM objects INDEXED BY balances WHERE kind = 'balance_transaction' AND owner = ?`,
    )
    .get(at, owner)
  const availablePence = Number(row?.['available'])
  return { availablePence, pendingPence: Number(row?.['total']) - availablePence }
}

export interface Movement {
  owner: string
  type: Stripe.BalanceTransaction['type']
  /** Negative when money leaves the account. */
  amountPence: number
  feePence?: number
  /** What the fee is for; processing when left out. */
  feeDescription?: string
  /** Id of the object that moves the money; null for what the provider takes for itself. */
  source: string | null
  /** Where it does not follow from the type. */
  reportingCategory?: string
  /** Unix seconds; at once when left out. */
  availableOn?: number
  description?: string | null
}

export function recordMovement(
  { clock, store }: Sandbox,
  movement: Movement,
): Stripe.BalanceTransaction {
  const created = clock.now()
  const availableOn = Math.max(created, movement.availableOn ?? created)
  const fee = movement.feePence ?? 0
  return store.insert(
    'balance_transaction',
    {
      id: newId('txn'),
      object: 'balance_transaction',
      amount: movement.amountPence,
      available_on: availableOn,
      balance_type: 'payments',
      created,
      currency,
      description: movement.description ?? null,
      exchange_rate: null,
      fee,
      fee_details: fee === 0 ? [] : [stripeFee(fee, movement.feeDescription)],
      net: movement.amountPence - fee,
      reporting_category:
        movement.reportingCategory ?? reportingCategories[movement.type] ?? movement.type,
      source: movement.source,
      status: availableOn > created ? 'pending' : 'available',
      type: movement.type,
    },
    { created, owner: movement.owner },
  )
}

const reportingCategories: Record<string, string> = {
  payment: 'charge',
  payment_refund: 'refund',
  stripe_fee: 'fee',
  transfer_refund: 'transfer_reversal',
}

function stripeFee(
  amount: number,
  description = 'Stripe processing fees',
): Stripe.BalanceTransaction.FeeDetail {
  return {
    amount,
    application: null,
    currency,
    description,
    type: 'stripe_fee',
  }
}

/** Marks balance transactions as available once their date has passed. */
export function settlePending({ db, clock }: Sandbox): void {
  db.prepare(
    `UPDATE objects INDEXED BY pending_money SET body = json_set(body, '$.status', 'available')
     WHERE kind = 'balance_transaction' AND json_extract(body, '$.status') = 'pending'
       AND json_extract(body, '$.available_on') <= ?`,
  ).run(clock.now())
}
