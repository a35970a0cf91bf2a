// What becomes of a payout: submitted to the bank, then paid, failed, returned after it was paid, or canceled before.
import type { Stripe } from 'stripe'
import { emitEvent } from '../events/snapshot-event.ts'
import { recordMovement } from '../money/balance.ts'
import { byHostedPage, type Cause, type Sandbox } from '../state/sandbox.ts'
import type { BankBehaviour, PayoutCourse } from '../storage/stored-kinds.ts'
import { bankBehaviour, giveUpBank } from './bank-account.ts'
import { findDueStep, planStep } from './payout-course.ts'

type Payout = Stripe.Payout

/** A bank may return a payout within five business days. */
const returnedAfterSeconds = 3 * 24 * 60 * 60

const failures: Record<Exclude<BankBehaviour, 'works'>, { code: string; message: string }> = {
  no_account: {
    code: 'no_account',
    message:
      'The bank account details on file are probably incorrect. No bank account could be located with those details.',
  },
  account_closed: { code: 'account_closed', message: 'The bank account has been closed.' },
  returns: { code: 'could_not_process', message: 'The bank could not process this payout.' },
}

export function movePayouts(sandbox: Sandbox): void {
  for (let due = findDueStep(sandbox); due; due = findDueStep(sandbox)) move(sandbox, due)
}

function move(sandbox: Sandbox, { payout: id, step }: PayoutCourse): void {
  const payout = sandbox.store.find('payout', id)
  if (!payout) throw new Error(`No payout ${id} to move.`)
  const owner = ownerOf(sandbox, id)
  const behaviour = bankBehaviour(sandbox, owner)
  if (step === 'submit') submit(sandbox, owner, payout)
  else if (step === 'return') fail(sandbox, owner, payout, 'returns')
  else if (behaviour === 'works' || behaviour === 'returns')
    arrive(sandbox, owner, payout, behaviour)
  else fail(sandbox, owner, payout, behaviour)
}

/** What it contains can be listed from now on. */
function submit(sandbox: Sandbox, owner: string, payout: Payout): void {
  const submitted = change(sandbox, byHostedPage, owner, 'payout.updated', {
    ...payout,
    status: 'in_transit',
    reconciliation_status: payout.automatic ? 'completed' : 'not_applicable',
  })
  if (payout.automatic) {
    const type = 'payout.reconciliation_completed'
    emitEvent(sandbox, byHostedPage, { type, owner, object: submitted })
  }
  planStep(sandbox, payout.id, 'arrive', payout.arrival_date)
}

function arrive(
  sandbox: Sandbox,
  owner: string,
  payout: Payout,
  behaviour: 'works' | 'returns',
): void {
  change(sandbox, byHostedPage, owner, 'payout.paid', { ...payout, status: 'paid' })
  const returnedAt = payout.arrival_date + returnedAfterSeconds
  planStep(sandbox, payout.id, 'return', behaviour === 'returns' ? returnedAt : null)
}

/** The money is on the balance again, and part of the next payout. */
function fail(
  sandbox: Sandbox,
  owner: string,
  payout: Payout,
  reason: Exclude<BankBehaviour, 'works'>,
): void {
  const { code, message } = failures[reason]
  change(sandbox, byHostedPage, owner, 'payout.failed', {
    ...payout,
    status: 'failed',
    failure_balance_transaction: takeBack(sandbox, owner, payout, 'payout_failure'),
    failure_code: code,
    failure_message: message,
  })
  planStep(sandbox, payout.id, 'arrive', null)
  giveUpBank(sandbox, owner)
}

/** Of one that is pending and was made by call. */
export function cancelPayout(
  sandbox: Sandbox,
  cause: Cause,
  owner: string,
  payout: Payout,
): Payout {
  planStep(sandbox, payout.id, 'submit', null)
  return change(sandbox, cause, owner, 'payout.canceled', {
    ...payout,
    status: 'canceled',
    failure_balance_transaction: takeBack(sandbox, owner, payout, 'payout_cancel'),
  })
}

/** Returns the id of the balance transaction. */
function takeBack(
  sandbox: Sandbox,
  owner: string,
  payout: Payout,
  type: 'payout_failure' | 'payout_cancel',
): string {
  const returned = recordMovement(sandbox, {
    owner,
    type,
    amountPence: payout.amount,
    source: payout.id,
    description: `REFUND FOR PAYOUT (${payout.description})`,
  })
  return returned.id
}

function change(
  sandbox: Sandbox,
  cause: Cause,
  owner: string,
  type: string,
  payout: Payout,
): Payout {
  const changed = sandbox.store.update('payout', payout)
  emitEvent(sandbox, cause, { type, owner, object: changed })
  return changed
}

function ownerOf({ db }: Sandbox, id: string): string {
  return String(db.prepare('SELECT owner FROM objects WHERE id = ?').get(id)?.['owner'])
}
