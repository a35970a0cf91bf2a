// Payouts: money of an account that leaves to its bank. The platform's leave by call, or every day by schedule.
import type { Stripe } from 'stripe'
import { emitEvent } from '../events/snapshot-event.ts'
import { currency } from '../money/amounts.ts'
import { readBalance, recordMovement } from '../money/balance.ts'
import { hasGap } from '../platform/platform-gaps.ts'
import { byHostedPage, type Cause, type Sandbox } from '../state/sandbox.ts'
import { newId } from '../storage/ids.ts'
import { platform } from '../storage/object-store.ts'
import { readSetting, writeSetting } from '../storage/settings.ts'

const daySeconds = 24 * 60 * 60
const bankTakesSeconds = daySeconds
const lastPaidOut = 'paid_out_until'

export interface NewPayout {
  owner: string
  amountPence: number
  automatic: boolean
  description?: string | null
  metadata?: Record<string, string>
  statementDescriptor?: string | null
}

/** The money leaves the balance at once, and is at the bank a day later. */
export function payOut(sandbox: Sandbox, cause: Cause, payout: NewPayout): Stripe.Payout {
  const { clock, store } = sandbox
  const { owner, amountPence: amount, automatic } = payout
  const created = clock.now()
  const id = newId('po')
  const description = payout.description ?? 'STRIPE PAYOUT'
  const left = recordMovement(sandbox, {
    owner,
    type: 'payout',
    amountPence: -amount,
    source: id,
    description,
  })
  const stored = store.insert(
    'payout',
    {
      ...emptyPayout,
      id,
      amount,
      arrival_date: created + bankTakesSeconds,
      automatic,
      balance_transaction: left.id,
      created,
      description,
      metadata: payout.metadata ?? {},
      reconciliation_status: automatic ? 'completed' : 'not_applicable',
      statement_descriptor: payout.statementDescriptor ?? null,
    },
    { created, owner },
  )
  emitForPlatform(sandbox, cause, { type: 'payout.created', owner, payout: stored })
  return stored
}

/** All that is available. Returns null when that is nothing. */
export function payOutAll(sandbox: Sandbox, owner: string): Stripe.Payout | null {
  const { availablePence: amountPence } = readBalance(sandbox, owner)
  if (amountPence <= 0) return null
  return payOut(sandbox, byHostedPage, { owner, amountPence, automatic: false })
}

/** With the usual schedule, which the operator has to change: every midnight (UTC) takes what has settled until then. */
export function payOutBySchedule(sandbox: Sandbox): void {
  if (!hasGap(sandbox, 'manual_payouts')) return
  const { clock, db } = sandbox
  const midnight = clock.now() - (clock.now() % daySeconds)
  if (midnight <= Number(readSetting(db, lastPaidOut) ?? 0)) return
  writeSetting(db, lastPaidOut, String(midnight))
  const settled = readBalance(sandbox, platform, midnight).availablePence
  const amountPence = Math.min(settled, readBalance(sandbox, platform).availablePence)
  if (amountPence <= 0) return
  payOut(sandbox, byHostedPage, { owner: platform, amountPence, automatic: true })
}

/** Payouts that are at the bank by now. */
export function arrivePayouts(sandbox: Sandbox): void {
  const { clock, db, store } = sandbox
  const due = db
    .prepare(
      `SELECT id, owner FROM objects INDEXED BY payouts_on_the_way WHERE kind = 'payout'
         AND json_extract(body, '$.status') = 'pending' AND json_extract(body, '$.arrival_date') <= ?`,
    )
    .all(clock.now())
  for (const row of due) {
    const payout = store.find('payout', String(row['id']))
    if (!payout) continue
    const paid = store.update('payout', { ...payout, status: 'paid' })
    const owner = String(row['owner'])
    emitForPlatform(sandbox, byHostedPage, { type: 'payout.paid', owner, payout: paid })
  }
}

/** The events of connected accounts go to endpoints of their own, which the sandbox does not have. */
function emitForPlatform(
  sandbox: Sandbox,
  cause: Cause,
  { type, owner, payout }: { type: string; owner: string; payout: Stripe.Payout },
): void {
  if (owner === platform) emitEvent(sandbox, cause, { type, object: payout })
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
