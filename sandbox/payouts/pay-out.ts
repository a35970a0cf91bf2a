// Payouts: money of the platform, or of a connected account, that leaves to its bank.
import type { Stripe } from 'stripe'
import { emitEvent } from '../events/snapshot-event.ts'
import { currency } from '../money/amounts.ts'
import { readBalance, recordMovement } from '../money/balance.ts'
import { putIntoPayout, seqOf } from '../money/payout-contents.ts'
import { byHostedPage, type Cause, type Sandbox } from '../state/sandbox.ts'
import { newId } from '../storage/ids.ts'
import { planFirstStep } from './payout-course.ts'
import { readPayoutSettings } from './payout-settings.ts'

const bankTakesSeconds = 24 * 60 * 60
const usualDescription = 'STRIPE PAYOUT'

export interface NewPayout {
  owner: string
  /** Negative when the bank is debited. */
  amountPence: number
  /** Of an automatic payout: the balance transactions that it takes to the bank. Null: it is made by call. */
  contents: number[] | null
  /** Unix seconds; now when left out. */
  created?: number
  description?: string | null
  metadata?: Record<string, string>
  statementDescriptor?: string | null
}

/** Money to the bank leaves the balance at once, and is there a day later; so does money from the bank, the other way. */
export function payOut(sandbox: Sandbox, cause: Cause, payout: NewPayout): Stripe.Payout {
  const { clock, store } = sandbox
  const { owner, amountPence: amount, contents } = payout
  const created = payout.created ?? clock.now()
  const id = newId('po')
  const description = payout.description ?? usualDescription
  const arrivalDate = created + bankTakesSeconds
  const left = recordMovement(sandbox, {
    owner,
    type: 'payout',
    amountPence: -amount,
    source: id,
    created,
    ...(amount < 0 ? { availableOn: arrivalDate } : {}),
    description,
  })
  if (contents) putIntoPayout(sandbox, id, [...contents, seqOf(sandbox, left)])
  const stored = store.insert(
    'payout',
    {
      ...emptyPayout,
      id,
      amount,
      arrival_date: arrivalDate,
      automatic: contents !== null,
      balance_transaction: left.id,
      created,
      description,
      metadata: payout.metadata ?? {},
      reconciliation_status: contents ? 'in_progress' : 'not_applicable',
      statement_descriptor:
        payout.statementDescriptor ?? readPayoutSettings(sandbox, owner).statementDescriptor,
    },
    { created, owner },
  )
  planFirstStep(sandbox, stored)
  emitEvent(sandbox, cause, { type: 'payout.created', owner, object: stored })
  return stored
}

/** All that is available. Returns null when that is nothing. */
export function payOutAll(sandbox: Sandbox, owner: string): Stripe.Payout | null {
  const { availablePence: amountPence } = readBalance(sandbox, owner)
  if (amountPence <= 0) return null
  return payOut(sandbox, byHostedPage, { owner, amountPence, contents: null })
}

type FilledIn =
  | 'id'
  | 'amount'
  | 'arrival_date'
  | 'automatic'
  | 'balance_transaction'
  | 'created'
  | 'description'
  | 'metadata'
  | 'reconciliation_status'
  | 'statement_descriptor'

const emptyPayout: Omit<Stripe.Payout, FilledIn> = {
  object: 'payout',
  application_fee: null,
  application_fee_amount: null,
  currency,
  destination: null,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  livemode: false,
  method: 'standard',
  original_payout: null,
  payout_method: null,
  reversed_by: null,
  source_type: 'card',
  status: 'pending',
  trace_id: null,
  type: 'bank_account',
}
