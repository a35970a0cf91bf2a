import { expect, test } from 'vitest'
import { commissionNotices, type CommissionNotice } from './commission-notices.ts'
import type { CommissionDetails } from './commission-notice-texts.ts'
import { notificationText } from './notification-texts.ts'

const details: CommissionDetails = {
  titles: ['Skylark'],
  commissionId: 'c1',
  party: 'Rosa',
  as: 'customer',
  pence: 4420,
  until: '2026-11-27T14:05:00.000Z',
  reason: 'My hand hurts.',
}

function textOf(kind: CommissionNotice, changes: Partial<CommissionDetails> = {}) {
  return notificationText(kind, {
    reader: { id: 'mia' },
    actor: null,
    track: null,
    times: 1,
    details: { ...details, ...changes },
  })
}

/** The sentence and what is said beside it. */
const said = (kind: CommissionNotice, changes: Partial<CommissionDetails> = {}) => {
  const { sentence, addition } = textOf(kind, changes)
  return [sentence, addition].filter(Boolean).join(' ')
}

const until = '27 November at 14:05'

test.each([
  ['commission_request', `Rosa asks you for “Skylark”. Please answer by ${until}.`],
  [
    'commission_accepted',
    `Rosa has accepted “Skylark”. Please pay £44.20 by ${until}; otherwise the request expires.`,
  ],
  ['commission_declined', 'Rosa has declined “Skylark”. The reason: My hand hurts.'],
  ['commission_payment_due', `“Skylark” waits for your payment of £44.20. It expires on ${until}.`],
  ['commission_expired', '“Skylark” has expired. It was not paid in time.'],
  [
    'commission_paid',
    'You have paid £44.20 for “Skylark”. We hold the money until you approve the recording.',
  ],
  ['commission_due', `“Skylark” is due now. From ${until} on your customer can cancel it.`],
  ['commission_overdue', '“Skylark” is late. You can wait, or cancel it and get your money back.'],
  [
    'commission_delivered',
    `Rosa has delivered “Skylark”. Listen to the preview, then approve it or ask for changes. It is approved by itself on ${until}.`,
  ],
  [
    'commission_delivery_refused',
    'Your recording for “Skylark” could not be delivered. My hand hurts. Please deliver again.',
  ],
  ['commission_changes', `Rosa asks for changes to “Skylark”. Please deliver by ${until}.`],
  [
    'commission_approval_due',
    `“Skylark” waits for your answer. It is approved by itself on ${until}.`,
  ],
  ['commission_approved', 'Rosa has approved “Skylark”. The whole recording is in your tracks.'],
  ['commission_transfer_waiting', '£44.20 for “Skylark” has to wait. My hand hurts.'],
  [
    'commission_gave_up',
    'Rosa has given up “Skylark”. The reason: My hand hurts. £44.20 goes back to your card.',
  ],
  ['commission_cancelled', '“Skylark” was cancelled. £44.20 goes back to your card.'],
  ['commission_refunded', '£44.20 for “Skylark” was sent back to your card.'],
  [
    'commission_disputed',
    `Rosa disputes your delivery of “Skylark”. Please say your side by ${until}. Our team then decides.`,
  ],
  ['commission_dispute_answered', 'Rosa has answered your dispute about “Skylark”.'],
  ['commission_dispute_ended', 'Rosa has ended the dispute about “Skylark”.'],
  ['commission_decided', 'We have decided about “Skylark”. The reason: My hand hurts.'],
  ['commission_frozen', '“Skylark” is frozen. The reason: My hand hurts.'],
] as const)('%s says: %s', (kind, words) => {
  expect(said(kind)).toBe(words)
  expect(textOf(kind)).toMatchObject({
    path: '/commissions/c1',
    pathLabel: 'See the commission',
  })
})

test.each([
  ['commission_paid', `“Skylark” is paid: you can start. Please deliver by ${until}.`],
  ['commission_overdue', '“Skylark” is late. Your customer can cancel it from now on.'],
  ['commission_approved', 'Rosa has approved “Skylark”. £44.20 is on its way to you.'],
  ['commission_cancelled', '“Skylark” was cancelled.'],
] as const)('%s says to the artist: %s', (kind, words) => {
  expect(said(kind, { as: 'artist' })).toBe(words)
})

test.each([
  ['withdrawn', 'Rosa has withdrawn “Skylark”.'],
  ['artist_withdrew', 'Rosa has withdrawn “Skylark”.'],
  ['party_banned', '“Skylark” was cancelled: an account was suspended.'],
  ['delivery_overdue', 'Rosa has cancelled “Skylark”: the delivery was late.'],
  ['not_finished', '“Skylark” was cancelled: it was not finished in time.'],
  ['held_too_long', '“Skylark” was cancelled: its money cannot be held any longer.'],
] as const)('a commission that was cancelled as %s: %s', (cause, sentence) => {
  expect(textOf('commission_cancelled', { cause, pence: undefined })).toMatchObject({
    sentence,
    addition: '',
  })
})

test('an expired request says who did not act in time', () => {
  const cause = 'artist_no_response'
  expect(textOf('commission_expired', { cause }).addition).toBe('Rosa did not answer in time.')
  expect(textOf('commission_expired', { cause, as: 'artist' }).addition).toBe(
    'You did not answer in time.',
  )
})

test('a delivery with no revision left asks for an approval or a dispute (CST-31)', () => {
  expect(textOf('commission_delivered', { hasRevisionLeft: false }).addition).toBe(
    `Listen to the preview, then approve it or open a dispute. It is approved by itself on ${until}.`,
  )
})

test('an approval by the passing of time says so, and the end of a freeze', () => {
  expect(textOf('commission_approved', { isByItself: true }).sentence).toBe(
    '“Skylark” was approved by itself, because nobody answered.',
  )
  expect(said('commission_frozen', { hasEnded: true, reason: undefined })).toBe(
    '“Skylark” goes on. Deadlines that stood still have moved by that time.',
  )
  expect(textOf('commission_frozen', { hasEnded: true }).addition).toBe(
    'Deadlines that stood still have moved by that time. The reason: My hand hurts.',
  )
})

test.each([
  ['release', 'customer', 'It is approved, and the whole recording is in your tracks.'],
  ['release', 'artist', 'It is approved, and £44.20 is on its way to you.'],
  [
    'partial',
    'customer',
    'It is approved for a part of the price: the whole recording is in your tracks, and £44.20 goes back to your card.',
  ],
  ['partial', 'artist', 'It is approved for a part of the price, and £44.20 is on its way to you.'],
  ['refund', 'customer', 'It is cancelled, and £44.20 goes back to your card.'],
  ['refund', 'artist', 'It is cancelled, and your customer gets the money back.'],
  [
    'extra_revision',
    'customer',
    `Rosa delivers once more by ${until}. You then have one more request for changes.`,
  ],
  [
    'extra_revision',
    'artist',
    `Please deliver once more by ${until}. Your customer then has one more request for changes.`,
  ],
] as const)('a decision for %s says to the %s what follows, and why', (decision, as, addition) => {
  expect(textOf('commission_decided', { decision, as }).addition).toBe(
    `${addition} The reason: My hand hurts.`,
  )
})

test('an admin reads which commission needs a person, or sees all of them', () => {
  expect(textOf('commission_alarm')).toEqual({
    sentence: 'Commissions need a person.',
    addition: 'My hand hurts.',
    path: '/commissions/c1',
    pathLabel: 'See the commission',
  })
  expect(textOf('commission_alarm', { commissionId: undefined })).toMatchObject({
    path: '/admin/commissions',
    pathLabel: 'See the commissions',
  })
})

test('without a deadline, a reason or a name each notification is still a sentence', () => {
  for (const kind of Object.keys(commissionNotices) as CommissionNotice[]) {
    const { sentence, addition, path } = notificationText(kind, {
      reader: { id: 'mia' },
      actor: null,
      track: null,
      times: 1,
      details: {},
    })
    expect([kind, sentence, addition]).toEqual([
      kind,
      expect.stringMatching(/^[A-Z“N].+\.$/),
      expect.not.stringContaining('undefined'),
    ])
    expect([kind, path]).toEqual([kind, kind === 'commission_alarm' ? '/admin/commissions' : '/'])
  }
})

test('a message of the other party is told, several in one sentence, with the room to answer in', () => {
  const news = (times: number, commissionId?: string) =>
    notificationText('commission_news', {
      reader: { id: 'mia' },
      actor: null,
      track: null,
      times,
      details: { ...details, commissionId },
    })
  expect(news(1, 'c1')).toEqual({
    sentence: 'Rosa wrote to you about “Skylark”.',
    addition: '',
    path: '/commissions/c1',
    pathLabel: 'Read and answer',
  })
  expect(news(3, 'c1').sentence).toBe('Rosa wrote to you 3 times about “Skylark”.')
  expect(news(1).pathLabel).toBe('Go to the site')
})

test('what is not known is left out beside the sentence', () => {
  const nothing = { until: undefined, reason: undefined, pence: undefined }
  const additions = (
    [
      'commission_payment_due',
      'commission_due',
      'commission_approval_due',
      'commission_transfer_waiting',
      'commission_gave_up',
      'commission_alarm',
    ] as const
  ).map((kind) => textOf(kind, nothing).addition)
  expect(additions).toEqual(['', '', '', '', '', ''])
  expect(textOf('commission_gave_up', { ...nothing, pence: 4420 }).addition).toBe(
    '£44.20 goes back to your card.',
  )
  expect(textOf('commission_delivery_refused', nothing).addition).toBe('Please deliver again.')
  expect(textOf('commission_changes', nothing).addition).toBe('Please deliver.')
  for (const titles of [[], undefined])
    expect(textOf('commission_due', { titles }).sentence).toBe('“a commission” is due now.')
  const unanswered = { cause: 'artist_no_response', party: undefined } as const
  expect(textOf('commission_expired', unanswered).addition).toBe(
    'The artist did not answer in time.',
  )
  const again = { decision: 'extra_revision', party: undefined } as const
  expect(textOf('commission_decided', again).addition).toMatch(/^The artist delivers once more by /)
})
