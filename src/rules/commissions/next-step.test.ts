import { expect, test } from 'vitest'
import { commissionProcess, type CommissionStatus } from '../commission-process.ts'
import type { CommissionViewer } from '../commission-texts.ts'
import { nextStepOf, type NextStep } from './next-step.ts'

const names = { customerName: 'Mia', artistName: 'Rosa' }
const calm = {
  isFrozen: false,
  isDisputed: false,
  isAnswerAwaited: false,
  isPreparing: false,
  hasRevisionLeft: true,
  needsPaymentSetup: false,
  lateness: 'none' as 'none' | 'late' | 'overdue',
}

const next = (
  status: CommissionStatus,
  viewer: CommissionViewer,
  changes: Partial<typeof calm> = {},
) => nextStepOf({ status, ...names, ...calm, ...changes }, viewer)

const step = (
  actor: NextStep['actor'],
  deadline: NextStep['deadline'],
  text: string,
  word: NextStep['word'] = 'By',
) => ({ actor, deadline, text, word })

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
    { lateness: 'late' },
    'customer',
    step(
      'artist',
      'overdueAt',
      'The delivery is late. If Rosa does not deliver now, you can cancel and get everything back.',
      'From',
    ),
  ],
  [
    { lateness: 'late' },
    'artist',
    step('artist', 'overdueAt', 'The delivery is late: deliver it before Mia can cancel.'),
  ],
  [
    { lateness: 'late' },
    'admin',
    step('artist', 'overdueAt', 'The delivery of Rosa is late, and Mia can soon cancel.', 'From'),
  ],
  [
    { lateness: 'overdue' },
    'customer',
    step(
      'customer',
      'endAt',
      'The delivery is late. Wait for Rosa, or cancel and get your money back.',
    ),
  ],
  [
    { lateness: 'overdue' },
    'artist',
    step('artist', 'endAt', 'The delivery is late: Mia can cancel at any time.'),
  ],
  [{ lateness: 'overdue' }, 'admin', step('artist', 'endAt', 'The delivery of Rosa is late.')],
  [
    { lateness: 'overdue', isPreparing: true },
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

test('an artist is asked for the own side of a dispute, with its deadline, while the team may decide at any time', () => {
  const asked = { isDisputed: true, isAnswerAwaited: true }
  expect(next('delivered', 'artist', asked)).toEqual(
    step('artist', 'disputeAnswerBy', 'Say your side of the dispute. Our team then decides.'),
  )
  for (const viewer of ['customer', 'admin'] as const)
    expect(next('delivered', viewer, asked)).toEqual(
      next('delivered', viewer, { isDisputed: true }),
    )
  // Nobody can answer while it is frozen.
  expect(next('delivered', 'artist', { ...asked, isFrozen: true }).actor).toBe('admin')
  expect(next('delivered', 'artist', { isDisputed: true })).toEqual(
    step(
      'admin',
      null,
      'Our team decides about the dispute. The money stays where it is until then.',
    ),
  )
})

test.each([
  ['accepted', 'customer', 'The payment is being processed. Nobody has to do anything.'],
  ['approved', 'customer', 'The track is yours: it is in My Tracks.'],
  [
    'cron_pending',
    'artist',
    'The track is approved, and the money is sent to you as soon as it can be.',
  ],
  ['approved', 'admin', 'The track is approved, and the money is on its way to Rosa.'],
  ['completed', 'customer', 'The track is yours: it is in My Tracks.'],
  ['completed', 'artist', 'All done.'],
  ['cancelled', 'customer', 'Nothing more happens here.'],
  ['rejected_by_artist', 'artist', 'Nothing more happens here.'],
] as const)('nobody acts on a commission that is %s: the %s reads %j', (status, viewer, text) => {
  expect(next(status, viewer)).toEqual(step('nobody', null, text))
})

test('with no revision left the customer is told to approve, or to dispute (CST-31)', () => {
  const used = { hasRevisionLeft: false }
  expect(next('delivered', 'customer', used).text).toBe(
    'Listen to the preview, then approve it or open a dispute.',
  )
  expect(next('delivered', 'artist', used)).toEqual(next('delivered', 'artist'))
})

test.each(['approved', 'cron_pending'] as const)(
  'while the transfer of one that is %s waits for the payment account, the artist acts',
  (status) => {
    const waiting = { needsPaymentSetup: true }
    expect(next(status, 'artist', waiting)).toEqual(
      step('artist', null, 'Finish your payment account, then the money is sent.'),
    )
    expect(next(status, 'admin', waiting)).toEqual(
      step('artist', null, 'Rosa finishes the payment account, then the money is sent.'),
    )
    expect(next(status, 'customer', waiting)).toEqual(next(status, 'customer'))
  },
)

test('every status has a sentence for everybody', () => {
  for (const status of commissionProcess.statuses)
    for (const viewer of ['customer', 'artist', 'admin'] as const)
      expect(next(status, viewer).text).toMatch(/^[A-Z].+\.$/)
})
