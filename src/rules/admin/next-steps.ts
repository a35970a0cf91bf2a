// What comes next for everything that an admin may have to do, in one place: for the lists and the pages of each.

import { mustAnswerRequestBy, type RefundRequestStatus } from '../orders/refund-request.ts'
import type { BankDisputeStatus } from '../payments/bank-dispute-process.ts'
import { describeDifference, type DifferenceStatus } from '../payments/difference-process.ts'
import { paymentNextSteps } from '../payments/payment-needs.ts'
import type { OwedKind, OwedStatus } from '../payments/payment-process.ts'

export type NextStep = {
  /** It ends in the time, if there is one. */
  text: string
  at: string | null
  /** It happens by itself, or somebody else does it: nobody needs to take care of it. */
  isAwaited: boolean
}

const step = (text: string, at: string | null = null): NextStep => ({ text, at, isAwaited: false })
const wait = (text: string, at: string | null = null): NextStep => ({ text, at, isAwaited: true })

const triedAgain = 'It is tried again on'

const owedSteps: Record<OwedKind, Partial<Record<OwedStatus, NextStep>>> = {
  refund: {
    waiting: wait(triedAgain),
    pending: wait('It is on its way to the card'),
    disputed: wait('The customer’s bank decides first'),
    failed: step('Try it again, or pay it in another way and settle it'),
  },
  transfer: {
    waiting: wait(triedAgain),
    blocked: wait('It is sent as soon as what blocks it has ended'),
    failed: step('Try it again, settle it, or write it off'),
  },
}

/** Null once it has arrived or ended. */
export function nextOfOwed(owed: {
  kind: OwedKind
  status: OwedStatus
  /** When it is tried again. */
  dueAt: string | null
}): NextStep | null {
  const next = owedSteps[owed.kind][owed.status]
  if (next === undefined) return null
  return next.text === triedAgain ? { ...next, at: owed.dueAt } : next
}

export function nextOfRequest(request: {
  status: RefundRequestStatus
  requestedAt: string
}): NextStep | null {
  if (request.status !== 'open') return null
  return step('Accept or decline it by', mustAnswerRequestBy(request.requestedAt))
}

export function nextOfFoundRefund(found: {
  isAssigned: boolean
  /** Our refund that it repeats. */
  madeTwice: string | null
}): NextStep | null {
  if (found.isAssigned) return null
  return step(found.madeTwice === null ? 'Say what it was for' : 'Ask the customer for the money')
}

export function nextOfDebt(debt: {
  isOpen: boolean
  isDue: boolean
  decideFrom: string
}): NextStep | null {
  if (!debt.isOpen) return null
  return debt.isDue
    ? step('Write it off, or ask for the money: new sales do not pay it')
    : wait('New sales pay it. Decide from', debt.decideFrom)
}

/** The next step for what the card provider has not taken back. */
export function nextOfReversal(reversal: { isRefused: boolean; dueAt: string }): NextStep {
  return reversal.isRefused
    ? step(
        'Put right at the card provider what it refuses: after two weeks it becomes a debt. Tried again on',
        reversal.dueAt,
      )
    : wait('The card provider does not answer. Tried again on', reversal.dueAt)
}

export function nextOfBankDispute(dispute: {
  status: BankDisputeStatus
  answerBy: string | null
  answeredAt: string | null
}): NextStep | null {
  const { status, answerBy, answeredAt } = dispute
  if (status === 'lost' || status === 'won' || status === 'closed') return null
  if (status === 'answered' || answeredAt !== null) return wait('The bank decides')
  return answerBy === null ? step('Answer it') : step('Answer by', answerBy)
}

/** Of a payment that did not match. */
export function nextOfMismatch(): NextStep {
  return step(paymentNextSteps.mismatch)
}

export function nextOfMovement(): NextStep {
  return step('Assign it to an account')
}

export function nextOfDifference(difference: {
  kind: string
  status: DifferenceStatus
}): NextStep | null {
  return difference.status === 'open' ? step(describeDifference(difference.kind).nextStep) : null
}
