// An account's balance: the sum of its balance transactions, split into available and pending.
import type { DatabaseSync } from 'node:sqlite'
import type { Stripe } from 'stripe'
import type { Sandbox } from '../state/sandbox.ts'
import { newId } from '../storage/ids.ts'
import { currency } from './amounts.ts'

export interface Balance {
  availablePence: number
  pendingPence: number
}

/**
 * What has settled is stored as a sum, so that an account may have a million transactions: only those that settle later, or
 * have settled since, are added up.
 * @param at Unix seconds: what will have settled by then, or had, counts as available; now when left out
 */
export function readBalance({ db, clock }: Sandbox, owner: string, at?: number): Balance {
  const settledPence = Number(
    db.prepare('SELECT pence FROM settled_balances WHERE owner = ?').get(owner)?.['pence'] ?? 0,
  )
  const pending = db
    .prepare(
      `SELECT
         coalesce(sum(json_extract(body, '$.net')), 0) AS total,
         coalesce(sum(json_extract(body, '$.net'))
           FILTER (WHERE json_extract(body, '$.available_on') <= ?), 0) AS until
       FROM objects INDEXED BY pending_money_of_owner WHERE kind = 'balance_transaction'
         AND json_extract(body, '$.status') = 'pending' AND owner = ?`,
    )
    .get(at ?? 0, owner)
  const pendingPence = Number(pending?.['total'])
  if (at === undefined) return { availablePence: settledPence, pendingPence }
  const since = db
    .prepare(
      `SELECT coalesce(sum(json_extract(body, '$.net')), 0) AS pence
       FROM objects INDEXED BY balances WHERE kind = 'balance_transaction' AND owner = ?
         AND json_extract(body, '$.available_on') > ?
         AND json_extract(body, '$.available_on') <= ?`,
    )
    .get(owner, at, clock.now())
  const availablePence = settledPence + Number(pending?.['until']) - Number(since?.['pence'])
  return { availablePence, pendingPence: settledPence + pendingPence - availablePence }
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
  /** Unix seconds; now when left out. */
  created?: number
  /** Unix seconds; at once when left out. */
  availableOn?: number
  description?: string | null
}

export function recordMovement(
  { clock, db, store }: Sandbox,
  movement: Movement,
): Stripe.BalanceTransaction {
  const created = movement.created ?? clock.now()
  const availableOn = Math.max(created, movement.availableOn ?? created)
  const fee = movement.feePence ?? 0
  const isPending = availableOn > clock.now()
  if (!isPending) addToSettled(db, movement.owner, movement.amountPence - fee, clock.now())
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
      status: isPending ? 'pending' : 'available',
      type: movement.type,
    },
    { created, owner: movement.owner },
  )
}

const reportingCategories: Record<string, string> = {
  payment: 'charge',
  payment_refund: 'refund',
  reserve_transaction: 'connect_reserved_funds',
  stripe_fee: 'fee',
  payout_cancel: 'payout_reversal',
  payout_failure: 'payout_reversal',
  payout_minimum_balance_hold: 'minimum_balance_hold',
  payout_minimum_balance_release: 'minimum_balance_release',
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

/** Marks balance transactions as available once their date has passed. Returns the accounts that have more to spend by that. */
export function settlePending({ db, clock }: Sandbox): string[] {
  const now = clock.now()
  const due = `kind = 'balance_transaction' AND json_extract(body, '$.status') = 'pending'
    AND json_extract(body, '$.available_on') <= ?`
  const settled = db
    .prepare(
      `SELECT owner, sum(json_extract(body, '$.net')) AS pence,
         max(json_extract(body, '$.net')) > 0 AS has_come_in
       FROM objects INDEXED BY pending_money WHERE ${due} GROUP BY owner`,
    )
    .all(now)
  if (settled.length === 0) return []
  db.prepare(
    `UPDATE objects INDEXED BY pending_money SET body = json_set(body, '$.status', 'available')
     WHERE ${due}`,
  ).run(now)
  for (const { owner, pence } of settled) addToSettled(db, String(owner), Number(pence), now)
  return settled.filter((row) => row['has_come_in'] === 1).map(({ owner }) => String(owner))
}

function addToSettled(db: DatabaseSync, owner: string, pence: number, now: number): void {
  db.prepare(
    `INSERT INTO settled_balances (owner, pence, negative_since) VALUES (:owner, :pence,
       CASE WHEN :pence < 0 THEN :now END)
     ON CONFLICT (owner) DO UPDATE SET pence = pence + :pence,
       negative_since = CASE WHEN pence + :pence < 0 THEN coalesce(negative_since, :now) END`,
  ).run({ owner, pence, now })
}

export interface NegativeBalance {
  owner: string
  /** Available; below zero. */
  pence: number
  /** Unix seconds. */
  since: number
}

/** Of the platform and of connected accounts. */
export function findNegativeBalances({ db }: Sandbox): NegativeBalance[] {
  return db
    .prepare(
      `SELECT owner, pence, negative_since FROM settled_balances
       WHERE negative_since IS NOT NULL ORDER BY owner`,
    )
    .all()
    .map((row) => ({
      owner: String(row['owner']),
      pence: Number(row['pence']),
      since: Number(row['negative_since']),
    }))
}

/** The accounts that have something to spend, the platform among them. */
export function ownersWithMoney({ db }: Sandbox): string[] {
  return db
    .prepare('SELECT owner FROM settled_balances WHERE pence > 0 ORDER BY owner')
    .all()
    .map(({ owner }) => String(owner))
}
