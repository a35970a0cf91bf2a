// The whole table of a commission: every status, frozen or not, every step, everybody who could take it, around every
// deadline. What is allowed is written a second time in tests/support/commissions, in the words of the specification.

import { expect, test } from 'vitest'
import type { DeadlineName } from './commission-deadlines.ts'
import {
  commissionProcess,
  commissionSteps,
  deadlineOfStatus,
  freezableStatuses,
  openWorkStatuses,
  ownedStatuses,
  possibleSteps,
  refusalOfStep,
  unpaidStatuses,
  type CommissionState,
  type CommissionStep,
} from './commission-process.ts'
import { allowedSteps, expectedRefusal } from '../../../tests/support/commissions/allowed-steps.ts'
import { processProblems } from '../../../tests/support/money/process-problems.ts'
import type { Actor } from '../process.ts'

const day = (count: number) => new Date(Date.UTC(2026, 0, 1 + count))
const deadlines = {
  answerBy: day(1),
  payBy: day(2),
  dueAt: day(3),
  overdueAt: day(4),
  approveAt: day(5),
  endAt: day(6),
  holdUntil: day(7),
} satisfies Record<DeadlineName, Date>

const facts = {
  isPartyBanned: false,
  revisionCount: 0,
  maxRevisions: 2,
  hasDelivery: true,
  preparation: null,
  dispute: null,
} as const

/** Who has nothing to do with the commission is none of these: visitors, and other customers and artists. */
const actors = ['customer', 'artist', 'admin', 'system', 'provider'] as const
const steps = Object.keys(commissionSteps) as CommissionStep[]

/** One line for each difference. */
function differences(states: CommissionState[], moments: Date[]): string[] {
  return states.flatMap((state) =>
    moments.flatMap((now) =>
      steps.flatMap((step) =>
        actors.flatMap((actor) => {
          const asked = { step, actor, now }
          const [is, must] = [refusalOfStep(state, asked), expectedRefusal(state, asked)]
          if (is === must) return []
          const frozen = state.isFrozen ? 'frozen ' : ''
          return [`${frozen}${state.status} ${step} by ${actor}: ${is} instead of ${must}`]
        }),
      ),
    ),
  )
}

const open = { ...deadlines, ...facts, isFrozen: false }

const everyStatus = commissionProcess.statuses.flatMap((status) =>
  [false, true].map((isFrozen) => ({ ...deadlines, ...facts, status, isFrozen })),
)

test('every status, frozen or not × every step × everybody × the moments around every deadline is as the specification says', () => {
  const around = Object.values(deadlines).flatMap((deadline) =>
    [-1, 0, 1].map((seconds) => new Date(deadline.getTime() + seconds * 1000)),
  )
  expect(differences(everyStatus, [day(0), ...around])).toEqual([])
  const asked = everyStatus.length * steps.length * actors.length * (around.length + 1)
  expect(asked).toBe(66_000)
})

test('revisions, disputes, deliveries and preparations decide as the specification says', () => {
  const states = everyStatus.flatMap((state) =>
    [0, 2].flatMap((revisionCount) =>
      [null, { isAnswered: false }, { isAnswered: true }].flatMap((dispute) =>
        [false, true].flatMap((hasDelivery) =>
          [null, { isLate: false }, { isLate: true }].map((preparation) => ({
            ...state,
            revisionCount,
            dispute,
            hasDelivery,
            preparation,
          })),
        ),
      ),
    ),
  )
  const moments = [day(0), day(4), day(7)]
  expect(differences(states, moments)).toEqual([])
})

test('the ban of a party decides as the specification says', () => {
  const states = everyStatus.flatMap((state) =>
    [null, { isAnswered: false }].map((dispute) => ({ ...state, dispute, isPartyBanned: true })),
  )
  expect(differences(states, [day(0)])).toEqual([])
})

test('each step leads where the specification says', () => {
  const ends = steps.map((step) => [step, commissionSteps[step].to])
  const wanted = steps.map((step) => [step, allowedSteps.find((row) => row.step === step)?.to])
  expect(ends).toEqual(wanted)
})

test('a cancelled commission has the reason of its step', () => {
  const reasons = steps
    .filter((step) => commissionSteps[step].to === 'cancelled')
    .map((step) => [step, commissionSteps[step].reason])
  expect(Object.fromEntries(reasons)).toEqual({
    withdraw: 'withdrawn',
    artistWithdraw: 'artist_withdrew',
    lapse: 'artist_no_response',
    expire: 'payment_expired',
    banParty: 'party_banned',
    failLate: 'payment_expired',
    failBanned: 'party_banned',
    giveUp: 'artist_gave_up',
    cancelOverdue: 'delivery_overdue',
    endUnfinished: 'not_finished',
    decideRefund: 'decided',
    holdTooLong: 'held_too_long',
  })
  const others = steps.filter((step) => commissionSteps[step].to !== 'cancelled')
  expect(others.filter((step) => commissionSteps[step].reason !== undefined)).toEqual([])
})

test('there are ten statuses, all of them reached, and no other (CST-01)', () => {
  expect(commissionProcess.statuses).toEqual([
    'pending_artist',
    'requested',
    'accepted',
    'in_progress',
    'delivered',
    'approved',
    'cron_pending',
    'completed',
    'cancelled',
    'rejected_by_artist',
  ])
  expect(processProblems(commissionProcess)).toEqual([])
})

test('each group of statuses is as the specification says', () => {
  expect(freezableStatuses).toEqual(['accepted', 'in_progress', 'delivered'])
  expect(openWorkStatuses).toEqual(['requested', 'accepted', 'in_progress', 'delivered'])
  expect(unpaidStatuses).toEqual(['pending_artist', 'requested'])
  expect(ownedStatuses).toEqual(['approved', 'cron_pending', 'completed'])
  expect(deadlineOfStatus).toEqual({
    pending_artist: 'answerBy',
    requested: 'payBy',
    accepted: 'payBy',
    in_progress: 'endAt',
    delivered: 'approveAt',
  })
})

test('a stage without a deadline has none that has passed', () => {
  const state = { ...open, status: 'requested' as const, payBy: null, holdUntil: null }
  const now = day(100)
  expect(refusalOfStep(state, { step: 'withdraw', actor: 'customer', now })).toBeNull()
  expect(refusalOfStep(state, { step: 'expire', actor: 'system', now })).toBe(
    'commission_too_early',
  )
  const held = { ...state, status: 'in_progress' as const }
  expect(refusalOfStep(held, { step: 'holdTooLong', actor: 'system', now })).toBe(
    'commission_too_early',
  )
})

test('what a party can do are the steps that are not refused', () => {
  const delivered = { ...open, status: 'delivered' as const }
  const can = (actor: Actor, changes: Partial<CommissionState> = {}) =>
    possibleSteps({ ...delivered, ...changes }, { actor, now: day(0) })
  expect(can('customer')).toEqual(['requestChanges', 'approve'])
  expect(can('customer', { revisionCount: 2 })).toEqual(['approve', 'dispute'])
  expect(can('artist')).toEqual([])
  expect(can('admin', { isFrozen: true })).toEqual([
    'decideApproval',
    'decideRevision',
    'decideRefund',
  ])
})
