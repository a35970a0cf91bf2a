import { expect, test } from 'vitest'
import { commissionProcess } from './commission-process.ts'
import { transferStates } from '../payments/transfer-states.ts'
import { next, step, viewers } from './example-next.ts'
import { refundProgresses } from './refund-states.ts'

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
    step('artist', 'endAt', 'Deliver now: Mia can cancel at any time.'),
  ],
  [
    { lateness: 'overdue' },
    'admin',
    step('artist', 'endAt', 'The delivery of Rosa is late, and Mia can cancel at any time.'),
  ],
  [
    { lateness: 'overdue', preparation: 'usual' },
    'customer',
    step('nobody', null, 'A delivery has arrived, and its preview is being prepared.'),
  ],
  [
    { lateness: 'late', preparation: 'late' },
    'artist',
    step(
      'nobody',
      null,
      'A delivery has arrived, and preparing its preview takes longer than usual.',
    ),
  ],
  [
    { lateness: 'overdue', preparation: 'late' },
    'customer',
    step(
      'customer',
      'endAt',
      'A delivery has arrived, and preparing its preview takes longer than usual. Wait for it, or cancel and get your money back.',
    ),
  ],
  [
    { lateness: 'overdue', preparation: 'late' },
    'artist',
    step(
      'customer',
      'endAt',
      'A delivery has arrived, and preparing its preview takes longer than usual. Mia can cancel meanwhile.',
    ),
  ],
] as const)('of work with %j the %s reads %j', (changes, viewer, expected) => {
  expect(next('in_progress', viewer, changes)).toEqual(expected)
})

test('after a payment that was not received the customer is told to pay again', () => {
  const unpaid = { hasPaymentFailed: true }
  expect(next('requested', 'customer', unpaid)).toEqual(
    step(
      'customer',
      'payBy',
      'Your payment was not received. Please pay again, so that the work can begin.',
    ),
  )
  for (const viewer of ['artist', 'admin'] as const)
    expect(next('requested', viewer, unpaid)).toEqual(
      step(
        'customer',
        'payBy',
        'The payment of Mia was not received. Mia pays again, then the work begins.',
      ),
    )
})

test.each([
  ['pending_artist', 'The time to answer is over, and the request ends.'],
  ['requested', 'The time to pay is over, and the request ends.'],
  ['in_progress', 'The time for the work is over, and the money goes back to Mia.'],
  ['delivered', 'The time to answer is over, and the delivery is approved by itself.'],
] as const)('nobody is told to act on one that is %s once its time is over', (status, text) => {
  const over = { isTimeOver: true, lateness: 'overdue' } as const
  for (const viewer of ['artist', 'admin'] as const)
    expect(next(status, viewer, over)).toEqual(step('nobody', null, text))
  expect(next(status, 'customer', over)).toEqual(step('nobody', null, text.replace('Mia', 'you')))
})

test('a delivery that came in time is prepared, also when the time for the work is over meanwhile', () => {
  const prepared = { isTimeOver: true, preparation: 'usual' } as const
  expect(next('in_progress', 'customer', prepared).text).toBe(
    'A delivery has arrived, and its preview is being prepared.',
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
  ['approved', 'admin', 'The track is approved, and the money is sent to Rosa within minutes.'],
  ['completed', 'customer', 'The track is yours: it is in My Tracks.'],
  ['completed', 'artist', 'All done.'],
  ['cancelled', 'customer', 'Nothing more happens here.'],
  ['rejected_by_artist', 'artist', 'Nothing more happens here.'],
] as const)('nobody acts on a commission that is %s: the %s reads %j', (status, viewer, text) => {
  expect(next(status, viewer)).toEqual(step('nobody', null, text))
})

test('after a request for changes the artist is told to make them', () => {
  const changed = { isRevision: true }
  expect(next('in_progress', 'artist', changed)).toEqual(
    step(
      'artist',
      'dueAt',
      'Make the changes that Mia has asked for, and deliver the track again.',
    ),
  )
  expect(next('in_progress', 'customer', changed)).toEqual(
    step('artist', 'dueAt', 'Rosa makes the changes, and delivers the track again.'),
  )
})

test('with no revision left the customer is told to approve, or to dispute (CST-31)', () => {
  const used = { hasRevisionLeft: false }
  expect(next('delivered', 'customer', used).text).toBe(
    'Listen to the preview, then approve it or open a dispute.',
  )
  expect(next('delivered', 'artist', used)).toEqual(next('delivered', 'artist'))
})

test('every status has a sentence for everybody, whatever became of its money', () => {
  for (const status of commissionProcess.statuses)
    for (const viewer of viewers)
      for (const transfer of [null, ...transferStates])
        for (const refund of refundProgresses)
          expect(next(status, viewer, { transfer, refund }).text).toMatch(/^[A-Z].+\.$/)
})
