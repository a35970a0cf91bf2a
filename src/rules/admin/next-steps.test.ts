import { expect, test } from 'vitest'
import { bankDisputeProcess } from '../payments/bank-dispute-process.ts'
import { owedKinds, refundProcess, transferProcess } from '../payments/payment-process.ts'
import {
  nextOfBankDispute,
  nextOfDebt,
  nextOfDifference,
  nextOfFoundRefund,
  nextOfMovement,
  nextOfOwed,
  nextOfRequest,
  nextOfReversal,
} from './next-steps.ts'

const dueAt = '2026-12-04T12:00:00.000Z'

const stepsOf = {
  refund: refundProcess,
  transfer: transferProcess,
}

test.each(owedKinds)(
  'a %s has a next step until it has ended, and needs a person once it has failed',
  (kind) => {
    const nextOf = stepsOf[kind].statuses.map((status) => {
      const next = nextOfOwed({ kind, status, dueAt })
      return [status, next === null ? 'none' : next.isAwaited ? 'awaited' : 'person', next?.at]
    })
    expect(nextOf).toEqual(
      kind === 'refund'
        ? [
            ['waiting', 'awaited', dueAt],
            ['pending', 'awaited', null],
            ['sent', 'none', undefined],
            ['disputed', 'awaited', null],
            ['failed', 'person', null],
            ['settled', 'none', undefined],
          ]
        : [
            ['waiting', 'awaited', dueAt],
            ['blocked', 'awaited', null],
            ['sent', 'none', undefined],
            ['failed', 'person', null],
            ['settled', 'none', undefined],
            ['netted', 'none', undefined],
            ['written_off', 'none', undefined],
          ],
    )
  },
)

test('a request is answered within fourteen days, as the pages promise', () => {
  const requestedAt = '2026-11-20T12:00:00.000Z'
  expect(nextOfRequest({ status: 'open', requestedAt })).toEqual({
    text: 'Accept or decline it by',
    at: dueAt,
    isAwaited: false,
  })
  expect(nextOfRequest({ status: 'declined', requestedAt })).toBeNull()
})

test.each(bankDisputeProcess.statuses)('a bank dispute that is %s has its next step', (status) => {
  const next = nextOfBankDispute({ status, answerBy: dueAt, answeredAt: null })
  const expected = {
    inquiry: ['Answer by', dueAt, false],
    open: ['Answer by', dueAt, false],
    answered: ['The bank decides', null, true],
    lost: null,
    won: null,
    closed: null,
  }[status]
  expect(next && [next.text, next.at, next.isAwaited]).toEqual(expected)
})

test('a bank dispute without a deadline is answered all the same, and one that is answered waits', () => {
  expect(nextOfBankDispute({ status: 'open', answerBy: null, answeredAt: null })?.text).toBe(
    'Answer it',
  )
  const answered = { status: 'inquiry', answerBy: dueAt, answeredAt: dueAt } as const
  expect(nextOfBankDispute(answered)?.isAwaited).toBe(true)
})

test('a debt is paid by sales until an admin has to decide, and then needs one', () => {
  const debt = { isOpen: true, isDue: false, decideFrom: dueAt }
  expect(nextOfDebt(debt)).toEqual({
    text: 'New sales pay it. Decide from',
    at: dueAt,
    isAwaited: true,
  })
  expect(nextOfDebt({ ...debt, isDue: true })).toEqual({
    text: 'Write it off, or ask for the money: new sales do not pay it',
    at: null,
    isAwaited: false,
  })
  expect(nextOfDebt({ ...debt, isOpen: false })).toBeNull()
})

test('a reversal needs a person only if the card provider refuses it, and is tried again either way', () => {
  expect(nextOfReversal({ isRefused: true, dueAt })).toEqual({
    text: 'Put right at the card provider what it refuses: after two weeks it becomes a debt. Tried again on',
    at: dueAt,
    isAwaited: false,
  })
  expect(nextOfReversal({ isRefused: false, dueAt })).toEqual({
    text: 'The card provider does not answer. Tried again on',
    at: dueAt,
    isAwaited: true,
  })
})

test('a movement at the card provider that nobody can explain is assigned by a person', () => {
  expect(nextOfMovement()).toEqual({
    text: 'Assign it to an account',
    at: null,
    isAwaited: false,
  })
})

test('a difference says what its kind needs, and one that is ended says nothing', () => {
  expect(nextOfDifference({ kind: 'transfer_without_row', status: 'open' })?.text).toMatch(
    /^Take it back at the provider/,
  )
  expect(nextOfDifference({ kind: 'transfer_without_row', status: 'mended' })).toBeNull()
})

test('a refund made at the card provider is assigned, unless it was made twice', () => {
  const found = { isAssigned: false, madeTwice: null }
  expect(nextOfFoundRefund(found)?.text).toBe('Say what it was for')
  expect(nextOfFoundRefund({ ...found, madeTwice: 'r1' })?.text).toMatch(/^Ask the customer/)
  expect(nextOfFoundRefund({ ...found, isAssigned: true })).toBeNull()
})
