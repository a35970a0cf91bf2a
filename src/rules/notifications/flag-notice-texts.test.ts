import { expect, test } from 'vitest'
import { flaggedWords } from '../moderation/flag-limits.ts'
import { notificationText, type NotificationDetails } from './notification-texts.ts'

const told = (
  kind: Parameters<typeof notificationText>[0],
  details: NotificationDetails,
  titles = ['Rosa'],
) =>
  notificationText(kind, {
    reader: { id: 'reader' },
    actor: null,
    track: null,
    times: 1,
    details: { titles, ...details },
  })

const named = {
  review: 'review of “Rosa”',
  comment: 'comment on “Rosa”',
  profile: 'profile “Rosa”',
  message: 'message about “Rosa”',
}

test.each(flaggedWords)('who reported a %s is told of every outcome with the reason', (flagged) => {
  const sentences = (['upheld', 'countered', 'confirmed', 'reinstated', 'rejected'] as const).map(
    (outcome) => {
      const { sentence, addition, path, pathLabel } = told('flag_decided', {
        flagged,
        outcome,
        ...(outcome !== 'countered' && { reason: 'It is rude.' }),
      })
      expect(path).toBe('/reviews-policy#rules')
      expect(pathLabel).toBe(
        `See what ${flagged === 'message' ? 'messages' : 'comments and reviews'} may say`,
      )
      return `${sentence} ${addition}`
    },
  )
  expect(sentences).toEqual([
    `We have removed the ${named[flagged]}, which you reported. Thank you for telling us. The reason: It is rude.`,
    `The author of the ${named[flagged]}, which you reported, sent a counter-notice. We read it and decide again. You will be told.`,
    `The ${named[flagged]}, which you reported, stays removed. The reason: It is rude.`,
    `The ${named[flagged]}, which you reported, is shown again. The reason: It is rude.`,
    `The ${named[flagged]}, which you reported, stays. Thank you for telling us. The reason: It is rude.`,
  ])
})

test('who reported words is thanked also where no reason is told', () => {
  const addition = (outcome?: 'upheld' | 'confirmed') =>
    told('flag_decided', { flagged: 'review', outcome }).addition
  const thanks = 'Thank you for telling us.'
  expect([addition('upheld'), addition('confirmed'), addition()]).toEqual([thanks, '', thanks])
})

test.each([
  ['review', 'review_removed', 'We have removed your review of “Rosa”.'],
  ['comment', 'comment_removed', 'We have removed your comment on “Rosa”.'],
  ['profile', 'profile_removed', 'We have removed the words and the picture of your profile.'],
  ['message', 'message_removed', 'We have removed your message about “Rosa”.'],
] as const)(
  'the author of a %s reads what was claimed and why, and where to answer it',
  (_, kind, sentence) => {
    const details = { claim: 'It insults.', reason: 'It is rude.', byReport: true }
    expect(told(kind, details)).toEqual({
      sentence,
      addition: 'What was claimed: It insults.\nThe reason: It is rude.',
      path: '/removed-words',
      pathLabel: 'See the reason and answer it',
    })
    // After a counter-notice nothing new is claimed.
    expect(told(kind, { reason: 'It is rude.', byReport: true }).addition).toBe(
      'The reason: It is rude.',
    )
  },
)

test('words that another report keeps removed are not called shown again, neither to their author nor to the reporter', () => {
  const details = { reason: 'It is fair.', staysDown: true }
  expect(told('words_restored', { ...details, flagged: 'review' }).sentence).toBe(
    'We have dropped a report of your review of “Rosa”; another one keeps it removed.',
  )
  for (const flagged of ['profile', undefined] as const)
    expect(told('words_restored', { ...details, flagged }).sentence).toBe(
      'We have dropped a report of your profile; another one keeps it removed.',
    )
  const reported = { ...details, flagged: 'comment', outcome: 'reinstated' } as const
  expect(told('flag_decided', reported).sentence).toBe(
    'We have dropped your report of the comment on “Rosa”; another one keeps it removed.',
  )
  for (const [flagged, sentence] of [
    ['review', 'Your review of “Rosa” is shown again.'],
    ['comment', 'Your comment on “Rosa” is shown again.'],
    ['message', 'Your message about “Rosa” is shown again.'],
    ['profile', 'The words of your profile are shown again.'],
  ] as const)
    expect(told('words_restored', { flagged, reason: 'It is fair.' }).sentence).toBe(sentence)
})

test('admins are told which words were reported and answered, and where they decide', () => {
  for (const flagged of flaggedWords) {
    expect(told('new_flag', { flagged })).toMatchObject({
      sentence: `The ${named[flagged]} was reported.`,
      path: '/admin/flags?state=open',
      pathLabel: 'See the reports',
      addition: '',
    })
    expect(told('counter_notice', { flagged }).sentence).toBe(
      `The author of the ${named[flagged]} sent a counter-notice.`,
    )
  }
})
