import { expect, test } from 'vitest'
import { commissionSpans } from './commission-spans.ts'
import { commissionProcess, type CommissionStatus } from './commission-process.ts'
import {
  commissionReasonText,
  moneyLines,
  nextStepOf,
  type CommissionViewer,
  type NextStep,
} from './commission-texts.ts'

const names = { customerName: 'Mia', artistName: 'Rosa' }
const calm = { isFrozen: false, isDisputed: false, isPreparing: false, isOverdue: false }

const next = (
  status: CommissionStatus,
  viewer: CommissionViewer,
  changes: Partial<typeof calm> = {},
) => nextStepOf({ status, ...names, ...calm, ...changes }, viewer)

const step = (actor: NextStep['actor'], deadline: NextStep['deadline'], text: string) => ({
  actor,
  deadline,
  text,
})

test.each([
  [
    'pending_artist',
    'artist',
    'answerBy',
    'Accept or decline the request of Mia.',
    'Rosa reviews the request.',
  ],
  [
    'requested',
    'customer',
    'payBy',
    'Confirm and pay, so that the work can begin.',
    'Mia pays, then the work begins.',
  ],
  [
    'in_progress',
    'artist',
    'dueAt',
    'Record the track and deliver it here.',
    'Rosa records the track.',
  ],
  [
    'delivered',
    'customer',
    'approveAt',
    'Listen to the preview, then approve it or request changes.',
    'Mia listens to the preview. Without an answer it is approved by itself.',
  ],
] as const)(
  'of a commission that is %s the %s is told what to do by %s, and others whom it waits for',
  (status, actor, deadline, own, others) => {
    for (const viewer of ['customer', 'artist', 'admin'] as const)
      expect(next(status, viewer)).toEqual(step(actor, deadline, viewer === actor ? own : others))
  },
)

test.each([
  [
    { isOverdue: true },
    'customer',
    step(
      'customer',
      'endAt',
      'The delivery is late. Wait for Rosa, or cancel and get your money back.',
    ),
  ],
  [
    { isOverdue: true },
    'artist',
    step('artist', 'endAt', 'The delivery is late: Mia can cancel at any time.'),
  ],
  [{ isOverdue: true }, 'admin', step('artist', 'endAt', 'The delivery of Rosa is late.')],
  [
    { isOverdue: true, isPreparing: true },
    'customer',
    step('nobody', null, 'A delivery has arrived, and its preview is being prepared.'),
  ],
] as const)('of work with %j the %s reads %j', (changes, viewer, expected) => {
  expect(next('in_progress', viewer, changes)).toEqual(expected)
})

test.each([
  [{ isFrozen: true }, 'admin', 'This commission is frozen: please decide.'],
  [
    { isFrozen: true, isDisputed: true },
    'artist',
    'Our team looks at this commission. Nothing happens until it has decided.',
  ],
  [{ isDisputed: true }, 'admin', 'A dispute is open: please decide.'],
  [
    { isDisputed: true },
    'customer',
    'Our team decides about the dispute. The money stays where it is until then.',
  ],
] as const)(
  'with %j the %s reads that the team acts, without a deadline',
  (changes, viewer, text) => {
    expect(next('delivered', viewer, changes)).toEqual(step('admin', null, text))
  },
)

test.each([
  ['accepted', 'customer', 'The payment is being processed. Nobody has to do anything.'],
  ['approved', 'customer', 'The track is yours: it is in My Tracks.'],
  ['cron_pending', 'artist', 'The track is approved, and the money is on its way to you.'],
  ['approved', 'admin', 'The track is approved, and the money is on its way to Rosa.'],
  ['completed', 'customer', 'The track is yours: it is in My Tracks.'],
  ['completed', 'artist', 'All done.'],
  ['cancelled', 'customer', 'Nothing more happens here.'],
  ['rejected_by_artist', 'artist', 'Nothing more happens here.'],
] as const)('nobody acts on a commission that is %s: the %s reads %j', (status, viewer, text) => {
  expect(next(status, viewer)).toEqual(step('nobody', null, text))
})

test('every status has a sentence for everybody', () => {
  for (const status of commissionProcess.statuses)
    for (const viewer of ['customer', 'artist', 'admin'] as const)
      expect(next(status, viewer).text).toMatch(/^[A-Z].+\.$/)
})

test('an expired payment is named with its days (D-019)', () => {
  const expired = (payHours: number) =>
    commissionReasonText('payment_expired', { ...commissionSpans, payHours })
  expect(expired(72)).toBe('Expired: not paid within 3 days')
  expect(expired(24)).toBe('Expired: not paid within 1 day')
  expect(expired(36)).toBe('Expired: not paid within 36 hours')
})

const nothing = {
  heldPence: 0,
  refundPence: 0,
  isRefunded: false,
  transferPence: 0,
  isTransferred: false,
}

test.each([
  [{}, 'customer', []],
  [{ heldPence: 4420 }, 'customer', ['£44.20 held until you approve']],
  [{ heldPence: 4420 }, 'artist', ['£44.20 held until the customer approves']],
  [{ transferPence: 4000 }, 'customer', []],
  [{ transferPence: 4000 }, 'artist', ['£40.00 on its way to you']],
  [{ transferPence: 4000 }, 'admin', ['£40.00 on its way to the artist']],
  [{ transferPence: 4000, isTransferred: true }, 'artist', ['£40.00 sent to your payment account']],
  [{ transferPence: 4000, isTransferred: true }, 'admin', ['£40.00 sent to the artist']],
  [{ refundPence: 4420 }, 'customer', ['£44.20 on its way back to your card']],
  [{ refundPence: 4420, isRefunded: true }, 'customer', ['£44.20 sent back to your card']],
  [{ refundPence: 4420, isRefunded: true }, 'artist', ['£44.20 sent back to the customer’s card']],
  [
    { transferPence: 1500, refundPence: 2750 },
    'admin',
    ['£15.00 on its way to the artist', '£27.50 on its way back to the customer’s card'],
  ],
] as const)('of the money %j the %s reads %j', (money, viewer, lines) => {
  expect(moneyLines({ ...nothing, ...money }, viewer)).toEqual(lines)
})
