import { expect, test } from 'vitest'
import {
  concerns,
  emailedAs,
  isEmailChoice,
  isNotificationKind,
  notificationKindNames,
  wantsEmail,
} from './notification-kinds.ts'

test('emails about a decision against the user or their work are no choice: they are always sent', () => {
  const always = notificationKindNames.filter((kind) => !isEmailChoice(kind))
  const others = always.filter((kind) => !kind.startsWith('commission_'))
  expect(others).toEqual([
    'reversal',
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
  for (const kind of always) {
    expect([null, true, false].map((choice) => wantsEmail(kind, choice))).toEqual([
      true,
      true,
      true,
    ])
  }
})

test('of commissions the emails are no choice where a deadline runs for the reader, money moves, or it ends', () => {
  const always = notificationKindNames.filter((kind) => !isEmailChoice(kind))
  expect(always.filter((kind) => kind.startsWith('commission_'))).toEqual([
    'commission_request',
    'commission_accepted',
    'commission_declined',
    'commission_payment_due',
    'commission_expired',
    'commission_paid',
    'commission_overdue',
    'commission_delivered',
    'commission_changes',
    'commission_approved',
    'commission_gave_up',
    'commission_cancelled',
    'commission_refunded',
    'commission_disputed',
    'commission_decided',
    'commission_frozen',
  ])
})

test.each([
  ['sale', 'on', true],
  ['new_track', 'daily', true],
  ['comment', 'off', false],
] as const)(
  'emails of %s are %s: sent without a choice of the user is %s, and a choice counts',
  (kind, emailed, isSent) => {
    expect(emailedAs(kind)).toBe(emailed)
    expect(wantsEmail(kind, null)).toBe(isSent)
    expect([true, false].map((choice) => wantsEmail(kind, choice))).toEqual([true, false])
  },
)

test('only admins are told of reports, counter-notices and messages', () => {
  const onlyAdmins = notificationKindNames.filter(
    (kind) => concerns(kind, 'admin') && !concerns(kind, 'artist'),
  )
  expect(onlyAdmins).toEqual([
    'commission_alarm',
    'new_flag',
    'counter_notice',
    'payment_alarm',
    'payment_disputed',
    'refund_request',
    'contact_message',
  ])
})

test.each([
  ['sale', true],
  ['sales', false],
  // Every object inherits this name; it is no kind.
  ['toString', false],
])('that %j is a kind of notification: %j', (name, is) => {
  expect(isNotificationKind(name)).toBe(is)
})

test('customers are never told what is for artists; admins are, who may have been artists', () => {
  const told = (role: 'customer' | 'artist' | 'admin') =>
    (['sale', 'comment', 'new_track', 'new_flag'] as const).filter((kind) => concerns(kind, role))
  expect(told('customer')).toEqual(['new_track'])
  expect(told('artist')).toEqual(['sale', 'comment', 'new_track'])
  expect(told('admin')).toEqual(['sale', 'comment', 'new_track', 'new_flag'])
})
