import { expect, test } from 'vitest'
import {
  answerByOf,
  approveAtAfterDispute,
  approveAtOf,
  deadlinesOfChange,
  deadlinesOfPayment,
  deadlinesOfThaw,
  disputeAnswerByOf,
  disputeDecideByOf,
  isLateChange,
  payByOf,
} from './commission-deadlines.ts'
import { commissionSpans } from './commission-spans.ts'

const dayMs = 24 * 3_600_000
/** Days after the payment. */
const day = (count: number) => new Date(Date.UTC(2026, 2, 1) + count * dayMs)
const paidAt = day(0)

test('the spans are those of the specification (BUS-18)', () => {
  expect(commissionSpans).toEqual({
    answerDays: 7,
    payHours: 72,
    usualDeliveryDays: 7,
    longestChangeDays: 7,
    overdueDays: 3,
    approvalDays: 14,
    unfinishedDays: 60,
    daysAfterChange: 3,
    latestEndDay: 80,
    lateChangeDay: 70,
    latestApprovalDay: 84,
    heldWarningDay: 70,
    longestHeldDay: 85,
    disputeAnswerHours: 24,
    preparationMinutes: 10,
    cancelledFileDays: 90,
    messageDays: 30,
  })
})

test('an artist answers within seven days, a customer pays within three, an artist answers a dispute within one', () => {
  expect(answerByOf(day(0), commissionSpans)).toEqual(day(7))
  expect(payByOf(day(0), commissionSpans)).toEqual(day(3))
  expect(disputeAnswerByOf(day(0), commissionSpans)).toEqual(day(1))
})

test.each([
  [14, 14, 17],
  [null, 7, 10],
  [1, 1, 4],
])('a promise of %j days is due on day %d and overdue on day %d', (deliveryDays, due, overdue) => {
  expect(deadlinesOfPayment({ paidAt, deliveryDays }, commissionSpans)).toEqual({
    dueAt: day(due),
    overdueAt: day(overdue),
    approveAt: null,
    endAt: day(60),
    holdUntil: day(85),
  })
})

test.each([
  ['in time leaves the end', 5, 60, 14, 12, 60],
  ['with a shorter promise', 5, 60, 3, 8, 60],
  ['without a promise', 5, 60, null, 12, 60],
  ['on day 50 is due on day 57, and leaves the end', 50, 60, 7, 57, 60],
  ['on day 51 moves the end by one day', 51, 60, 7, 58, 61],
  ['on day 69 moves the end to day 79', 69, 60, 7, 76, 79],
  ['on day 71 moves the end to day 80 at most', 71, 60, 7, 78, 80],
  ['never moves the end back', 10, 82, 7, 17, 82],
])('a request for changes %s', (_what, changed, end, deliveryDays, due, newEnd) => {
  const change = { paidAt, changedAt: day(changed), endAt: day(end), deliveryDays }
  expect(deadlinesOfChange(change, commissionSpans)).toEqual({
    dueAt: day(due),
    overdueAt: day(due + 3),
    approveAt: null,
    endAt: day(newEnd),
  })
})

test('a request for changes is late from day 70 on', () => {
  const isLate = (changedAt: Date) => isLateChange({ paidAt, changedAt }, commissionSpans)
  expect([isLate(new Date(day(70).getTime() - 1)), isLate(day(70)), isLate(day(71))]).toEqual([
    false,
    true,
    true,
  ])
})

test.each([
  [10, 24],
  [69, 83],
  [70, 84],
  [79, 84],
])('a delivery of day %d is approved by itself on day %d', (delivered, approved) => {
  const delivery = { paidAt, deliveredAt: day(delivered), readyAt: day(delivered) }
  expect(approveAtOf(delivery, commissionSpans)).toEqual(day(approved))
})

test('a delivery is not approved before its preview exists', () => {
  const late = { paidAt, deliveredAt: day(83.999), readyAt: day(84.001) }
  expect(approveAtOf(late, commissionSpans)).toEqual(day(84.001))
})

test('with automatic approval off a delivery is still approved on day 84: it is never given back', () => {
  const off = { ...commissionSpans, approvalDays: 0 }
  expect(approveAtOf({ paidAt, deliveredAt: day(2), readyAt: day(2) }, off)).toEqual(day(84))
})

test('a freeze moves the deadlines by its length, an approval to day 84 at most, an end to day 85 at most', () => {
  const deadlines = {
    dueAt: day(7),
    overdueAt: day(10),
    approveAt: day(20),
    endAt: day(60),
    holdUntil: day(85),
  }
  const thaw = (frozen: number, thawed: number, changes: Partial<typeof deadlines> = {}) =>
    deadlinesOfThaw(
      {
        paidAt,
        frozenAt: day(frozen),
        thawedAt: day(thawed),
        deadlines: { ...deadlines, ...changes },
      },
      commissionSpans,
    )
  expect(thaw(5, 9)).toEqual({
    dueAt: day(11),
    overdueAt: day(14),
    approveAt: day(24),
    endAt: day(64),
  })
  expect(thaw(5, 80, { approveAt: day(83) })).toEqual({
    dueAt: day(82),
    overdueAt: day(85),
    approveAt: day(84),
    endAt: day(85),
  })
  // The thaw itself is later than day 84: the approval is due at once, and has not been for half a day.
  expect(thaw(5, 84.5).approveAt).toEqual(day(84.5))
  // Frozen two days before the money was there.
  expect(thaw(-2, 4)).toEqual(thaw(0, 4))
})

test.each([
  [10, 13, 24, 27],
  [20, 50, 24, 54],
  [60, 75, 74, 84],
  [80, 83.5, 84, 84],
  [80, 84.5, 84, 84.5],
])(
  'a dispute from day %d to day %d moves the approval of day %d to day %d: day 84, or its own end, at most',
  (opened, ended, approve, moved) => {
    const dispute = { paidAt, openedAt: day(opened), endedAt: day(ended), approveAt: day(approve) }
    expect(approveAtAfterDispute(dispute, commissionSpans)).toEqual(day(moved))
  },
)

test('a stage that has not begun has no deadline that a freeze could move', () => {
  const none = { dueAt: null, overdueAt: null, approveAt: null, endAt: null, holdUntil: null }
  const frozen = { paidAt, frozenAt: day(1), thawedAt: day(3) }
  expect(deadlinesOfThaw({ ...frozen, deadlines: none }, commissionSpans)).toEqual({
    dueAt: null,
    overdueAt: null,
    approveAt: null,
    endAt: null,
  })
  const unbounded = { ...none, endAt: day(60) }
  expect(deadlinesOfThaw({ ...frozen, deadlines: unbounded }, commissionSpans).endAt).toEqual(
    day(62),
  )
})

test('the team decides about a dispute within two days, as it was promised', () => {
  expect(disputeDecideByOf(day(3))).toEqual(day(5))
})
