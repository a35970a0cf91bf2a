import { expect, test } from 'vitest'
import {
  isSameSchedule,
  nextPayoutAt,
  payoutReason,
  payoutScheduleKey,
  type PayoutSchedule,
} from './payout-schedule.ts'

const monthly = (day: number): PayoutSchedule => ({ interval: 'monthly', day })
const weekly = (day: number): PayoutSchedule => ({ interval: 'weekly', day })

test.each([
  [monthly(1), '2026-11-28T12:00:00Z', '2026-12-01'],
  // The payout of a day is made at its midnight: the next one is a month away.
  [monthly(1), '2026-12-01T00:00:00Z', '2027-01-01'],
  [monthly(28), '2026-11-27T23:59:59Z', '2026-11-28'],
  [monthly(31), '2026-11-28T12:00:00Z', '2026-11-30'],
  [monthly(31), '2026-12-01T12:00:00Z', '2026-12-31'],
  [monthly(30), '2027-02-01T12:00:00Z', '2027-02-28'],
  [monthly(29), '2028-02-01T12:00:00Z', '2028-02-29'],
  [weekly(1), '2026-11-28T12:00:00Z', '2026-11-30'],
  [weekly(5), '2026-11-30T00:00:00Z', '2026-12-04'],
  [{ interval: 'daily' }, '2026-12-31T23:00:00Z', '2027-01-01'],
] as const)('with %j, the bank is paid after %s on %s', (schedule, now, expected) => {
  expect(nextPayoutAt(schedule, new Date(now)).toISOString()).toBe(`${expected}T00:00:00.000Z`)
})

test.each([
  [monthly(1), 'Banks are paid once a month, on the 1st. More often would cost a fee each time.'],
  [monthly(22), 'Banks are paid once a month, on the 22nd. More often would cost a fee each time.'],
  [monthly(28), 'Banks are paid once a month, on the 28th. More often would cost a fee each time.'],
  [
    monthly(29),
    'Banks are paid once a month, on the 29th or the last day. More often would cost a fee each time.',
  ],
  [weekly(3), 'Banks are paid every Wednesday. More often would cost a fee each time.'],
  [{ interval: 'daily' }, 'Banks are paid every day.'],
] as const)('an artist reads of %j: %s', (schedule, sentence) => {
  expect(payoutReason(schedule)).toBe(sentence)
})

test('schedules are the same if interval and day are', () => {
  expect(isSameSchedule(monthly(1), monthly(1))).toBe(true)
  expect(isSameSchedule(monthly(1), monthly(2))).toBe(false)
  expect(isSameSchedule(monthly(1), weekly(1))).toBe(false)
  expect(payoutScheduleKey({ interval: 'daily' })).toBe('daily')
  expect(payoutScheduleKey(weekly(5))).toBe('weekly:5')
})
