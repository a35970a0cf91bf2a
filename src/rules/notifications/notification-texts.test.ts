import { expect, test } from 'vitest'
import {
  notificationText,
  type NotificationDetails,
  type NotificationFacts,
} from './notification-texts.ts'
import { commissionNotices } from './commission-notices.ts'
import { notificationKindNames, type NotificationKind } from './notification-kinds.ts'

/** Those about commissions have a test of their own. */
const kinds = notificationKindNames.filter((kind) => !Object.hasOwn(commissionNotices, kind))

const facts: NotificationFacts = {
  reader: { id: 'reader' },
  actor: { id: 'mara', name: 'Mara' },
  track: { id: 'skylark', title: 'Skylark' },
  times: 1,
  details: { titles: ['Skylark'], pence: 1250, reason: 'It is a copy.' },
}

const textOf = (kind: NotificationKind, changed: Partial<NotificationFacts> = {}) =>
  notificationText(kind, { ...facts, ...changed })

const sentenceOf = (kind: NotificationKind, changed: Partial<NotificationFacts> = {}) =>
  textOf(kind, changed).sentence

test.each([
  ['new_track', 'Mara has a new track: “Skylark”.', '/tracks/skylark'],
  ['review', 'Mara wrote a review of you.', '/artist/reader'],
  ['review_answer', 'Mara answered your review.', '/artist/mara'],
  ['rating', '“Skylark” got a new rating.', '/tracks/skylark'],
  ['comment', 'Mara commented on “Skylark”.', '/tracks/skylark'],
  ['sale', 'You sold “Skylark” and earned £12.50.', '/artist-dashboard/sales'],
  [
    'sale_given_back',
    'The singer of “Skylark” gets money back, £12.50 of it from your part.',
    '/artist-dashboard/sales',
  ],
  ['refund_request', 'A customer asks for the money of “Skylark” back.', '/admin/refunds'],
  ['transfer', '£12.50 was transferred to your payment account.', '/artist-dashboard/sales'],
  ['reversal', '£12.50 that you earned goes back.', '/artist-dashboard/sales'],
  ['payments_stopped', 'Your payment account cannot receive money now.', '/artist-dashboard'],
  [
    'bank_payout_ended',
    'The payout of £12.50 did not reach your bank.',
    '/artist-dashboard/payouts',
  ],
  ['upload_ready', '“Skylark” is listed now.', '/tracks/skylark'],
  ['upload_question', '“Skylark” waits for your answer: which key is it in?', '/artist-dashboard'],
  ['upload_refused', '“Skylark” could not be listed.', '/artist-dashboard'],
  ['flag_decided', '“Skylark”, which you reported, stays listed.', '/tracks/skylark'],
  ['track_taken_down', 'We have taken “Skylark” down.', '/artist-dashboard/take-downs'],
  ['track_restored', '“Skylark” is listed again.', '/artist-dashboard'],
  ['comment_removed', 'We have removed your comment on “Skylark”.', '/reviews-policy#rules'],
  ['review_removed', 'We have removed your review of “Skylark”.', '/reviews-policy#rules'],
  [
    'profile_removed',
    'We have removed the words and the picture of your profile.',
    '/removed-words',
  ],
  ['message_removed', 'We have removed your message about “Skylark”.', '/removed-words'],
  ['words_restored', 'The words of your profile are shown again.', '/removed-words'],
  ['new_flag', '“Skylark” was reported.', '/admin/flags?state=open'],
  ['counter_notice', 'The artist of “Skylark” sent a counter-notice.', '/admin/flags?state=open'],
  ['payment_alarm', 'Payments need a person.', '/admin/tasks'],
  ['payment_disputed', 'A payment of £12.50 is disputed at the bank.', '/admin/bank-disputes'],
  [
    'sale_disputed',
    'The payment for “Skylark” is disputed at the customer’s bank.',
    '/artist-dashboard/sales',
  ],
  ['contact_message', '“Skylark” wrote in the contact form.', '/admin/messages'],
  ['banned', 'Your account is suspended.', '/contact'],
  ['unbanned', 'Your account is no longer suspended.', '/'],
] as const)('%s says: %s It leads to %s', (kind, sentence, path) => {
  expect(textOf(kind)).toMatchObject({ sentence, path })
})

test('a transfer for a commission names it, and leads to it', () => {
  const details = { ...facts.details, commissionId: 'skylark' }
  expect(textOf('transfer', { details })).toMatchObject({
    sentence: '£12.50 for “Skylark” was transferred to your payment account.',
    path: '/commissions/skylark',
    pathLabel: 'See the commission',
    addition: '',
  })
})

test('an alarm about differences leads to the reconciliation', () => {
  const details = { ...facts.details, alarmPage: 'reconciliation' } as const
  expect(textOf('payment_alarm', { details })).toMatchObject({
    path: '/admin/reconciliation',
    pathLabel: 'See the differences',
  })
})

test('the link of a notification names what the page shows', () => {
  const labels = Map.groupBy(kinds, (kind) => textOf(kind).pathLabel)
  expect(Object.fromEntries(labels)).toEqual({
    'See the track': ['new_track', 'rating', 'comment', 'upload_ready', 'flag_decided'],
    'See the review': ['review', 'review_answer'],
    'See your sales': ['sale', 'sale_given_back', 'transfer', 'sale_disputed', 'reversal'],
    'See your bank payouts': ['bank_payout_ended'],
    'See your dashboard': [
      'payments_stopped',
      'upload_question',
      'upload_refused',
      'track_restored',
    ],
    'See the reason and answer it': ['track_taken_down', 'profile_removed', 'message_removed'],
    'See what was decided': ['words_restored'],
    'See what comments and reviews may say': ['comment_removed', 'review_removed'],
    'See the requests': ['refund_request'],
    'See the reports': ['new_flag', 'counter_notice'],
    'See the tasks': ['payment_alarm'],
    'See the bank dispute': ['payment_disputed'],
    'Open the message': ['contact_message'],
    'Write to us': ['banned'],
    'Go to the site': ['unbanned'],
  })
})

test('what an admin has decided is told with the admin’s reason, and without one the sentence stands alone', () => {
  const withReason = kinds.filter((kind) =>
    textOf(kind).addition.includes('The reason: It is a copy.'),
  )
  expect(withReason).toEqual([
    'sale_given_back',
    'flag_decided',
    'track_taken_down',
    'track_restored',
    'comment_removed',
    'review_removed',
    'profile_removed',
    'message_removed',
    'words_restored',
    'banned',
    'unbanned',
  ])
  for (const kind of withReason)
    expect(textOf(kind, { details: {} }).addition).not.toContain('The reason')
})

test('an author is told what was claimed of a track, a profile or a message before the reason; nobody else is', () => {
  const details = { ...facts.details, claim: 'It is a copy of mine.' }
  const withClaim = notificationKindNames.filter((kind) =>
    textOf(kind, { details }).addition.includes('It is a copy of mine.'),
  )
  expect(withClaim).toEqual(['track_taken_down', 'profile_removed', 'message_removed'])
  expect(textOf('track_taken_down', { details }).addition).toBe(
    'What was claimed: It is a copy of mine.\nThe reason: It is a copy.',
  )
})

test('most notifications say no more than their sentence', () => {
  const details = { titles: ['Skylark'] }
  const more = kinds.filter((kind) => textOf(kind, { details }).addition !== '')
  expect(more).toEqual([
    'sale_disputed',
    'reversal',
    'payments_stopped',
    'upload_question',
    'flag_decided',
  ])
})

test('once an account is gone, somebody did it, and the link leads to the home page', () => {
  const actor = null
  expect(sentenceOf('comment', { actor })).toBe('Somebody commented on “Skylark”.')
  expect(textOf('review', { actor })).toMatchObject({
    sentence: 'Somebody wrote a review of you.',
    path: '/artist/reader',
  })
  expect(textOf('review_answer', { actor })).toEqual({
    sentence: 'Somebody answered your review.',
    addition: '',
    path: '/',
    pathLabel: 'Go to the site',
  })
})

test('once a track is gone, it has no title, and the link leads to the home page', () => {
  expect(textOf('new_track', { track: null })).toEqual({
    sentence: 'Mara has a new track: A track.',
    addition: '',
    path: '/',
    pathLabel: 'Go to the site',
  })
  expect(sentenceOf('new_flag', { track: null })).toBe('A track was reported.')
})

test('several ratings of a track are counted in one sentence', () => {
  expect(sentenceOf('rating', { times: 2 })).toBe('“Skylark” got 2 new ratings.')
})

test.each([
  [['Skylark', 'Ae Fond Kiss'], '“Skylark” and “Ae Fond Kiss”'],
  [['A', 'B', 'C'], '“A”, “B” and “C”'],
  [['A', 'B', 'C', 'D'], '“A”, “B”, “C” and 1 other track'],
  [['A', 'B', 'C', 'D', 'E'], '“A”, “B”, “C” and 2 other tracks'],
])('a sale of %j names three tracks and counts the others', (titles, named) => {
  expect(sentenceOf('sale', { details: { titles, pence: 50 } })).toBe(
    `You sold ${named} and earned £0.50.`,
  )
})

test('an artist whose payment account stops reads what becomes of the tracks, and of commissions', () => {
  const addition = (isNoLongerAvailable: boolean) =>
    textOf('payments_stopped', { details: { isNoLongerAvailable } }).addition
  expect(addition(false)).toBe('Your tracks are not on sale until it can.')
  expect(addition(true)).toBe(
    'Your tracks are not on sale until it can. You no longer take commissions: turn them on again in your profile then.',
  )
})

test('an artist reads whether a bank payout came back, never arrived, or was to be paid by the bank', () => {
  const sentence = (pence: number, isReturned: boolean) =>
    sentenceOf('bank_payout_ended', { details: { pence, isReturned } })
  expect(sentence(500, true)).toBe('Your bank has sent £5.00 back, which we had paid out to it.')
  expect(sentence(500, false)).toBe('The payout of £5.00 did not reach your bank.')
  expect(sentence(-500, false)).toBe('Your bank did not pay £5.00 that your payment account owes.')
})

test('an upload that failed says why, and nothing where the reason is not known any more', () => {
  const addition = (refusalCode?: string) =>
    textOf('upload_refused', { details: { refusalCode } }).addition
  expect(addition('audio_silent')).toBe('The recording is silent.')
  expect(addition('a_code_of_last_year')).toBe('')
  expect(addition()).toBe('')
})

const reportOf = (details: Partial<NotificationDetails>) => {
  const { sentence, addition, path } = textOf('flag_decided', {
    details: { titles: ['Skylark'], reason: 'Heard it.', ...details },
  })
  return [sentence, addition, path]
}
const [why, thanks] = ['The reason: Heard it.', 'Thank you for telling us.']

test.each([
  ['rejected', '“Skylark”, which you reported, stays listed.', `${thanks} ${why}`],
  ['upheld', 'We have taken “Skylark” down, which you reported.', `${thanks} ${why}`],
  [
    'countered',
    'The artist of “Skylark”, which you reported, sent a counter-notice.',
    'We read it and decide again. You will be told.',
  ],
  ['confirmed', '“Skylark”, which you reported, stays down.', why],
  ['reinstated', '“Skylark”, which you reported, is listed again.', why],
] as const)('who reported a track reads that it is %s, and why', (outcome, sentence, addition) => {
  const isListed = outcome === 'rejected' || outcome === 'reinstated'
  const path = isListed ? '/tracks/skylark' : '/copyright-policy'
  expect(reportOf({ outcome })).toEqual([sentence, addition, path])
})

test('a report that was decided before the other outcomes were told reads as it did', () => {
  const before = { reason: undefined }
  expect(reportOf({ ...before, isUpheld: true }).slice(0, 2)).toEqual([
    'We have taken “Skylark” down, which you reported.',
    thanks,
  ])
  expect(reportOf({ ...before, isUpheld: false }).slice(0, 2)).toEqual([
    '“Skylark”, which you reported, stays listed.',
    thanks,
  ])
})

test('a track that another report keeps down is not said to be listed again', () => {
  const details = { titles: ['Skylark'], staysDown: true }
  expect(reportOf({ outcome: 'reinstated', staysDown: true })[0]).toBe(
    'We have dropped your report of “Skylark”; another one keeps it down.',
  )
  expect(textOf('track_restored', { details })).toMatchObject({
    sentence: 'We have dropped a report of “Skylark”; another one keeps it down.',
    path: '/artist-dashboard/take-downs',
    pathLabel: 'See what keeps it down',
  })
})

test('the artist of a track that was taken down without a report writes to us with their objection: there is no counter-notice', () => {
  const linkOf = (byReport?: boolean) => textOf('track_taken_down', { details: { byReport } })
  const path = '/contact?subject=objection'
  expect(linkOf(false)).toMatchObject({ path, pathLabel: 'Write to us' })
  for (const byReport of [true, undefined])
    expect(linkOf(byReport).path).toBe('/artist-dashboard/take-downs')
})

test('an admin reads who wrote in the contact form and about what, and opens that message', () => {
  const details = { titles: ['Ana'], subject: 'account', messageId: 'm1' } as const
  expect(textOf('contact_message', { details })).toEqual({
    sentence: '“Ana” wrote in the contact form.',
    addition: 'My account.',
    path: '/admin/messages?query=m1',
    pathLabel: 'Open the message',
  })
})
