// What people are told of: one row for each kind of notification.

import type { Role } from '../permissions.ts'
import { commissionNotices } from './commission-notices.ts'
import type { Emailed, KindRow } from './kind-row.ts'

export const notificationKinds = {
  new_track: { label: 'New tracks of artists you follow', emailed: 'daily' },
  review: { label: 'Reviews of you', emailed: 'on', isForArtists: true },
  review_answer: { label: 'Answers to your reviews', emailed: 'off' },
  rating: { label: 'Ratings of your tracks', emailed: 'off', isForArtists: true },
  comment: { label: 'Comments on your tracks', emailed: 'off', isForArtists: true },
  sale: { label: 'Sales of your tracks', emailed: 'on', isForArtists: true },
  transfer: { label: 'Transfers to your payment account', emailed: 'on', isForArtists: true },
  payments_stopped: {
    label: 'Problems with your payment account',
    emailed: 'on',
    isForArtists: true,
  },
  upload_ready: { label: 'Uploads that are listed', emailed: 'off', isForArtists: true },
  upload_question: { label: 'Questions about your uploads', emailed: 'on', isForArtists: true },
  upload_refused: { label: 'Uploads that failed', emailed: 'on', isForArtists: true },
  ...commissionNotices,
  flag_decided: { label: 'Decisions about what you reported', emailed: 'on' },
  track_taken_down: { label: 'Tracks of yours that were taken down', emailed: 'always' },
  track_restored: { label: 'Tracks of yours that were restored', emailed: 'always' },
  comment_removed: { label: 'Comments of yours that were removed', emailed: 'always' },
  review_removed: { label: 'Reviews of yours that were removed', emailed: 'always' },
  profile_removed: {
    label: 'Words of your profile that were removed',
    emailed: 'always',
    isForArtists: true,
  },
  message_removed: { label: 'Messages of yours that were removed', emailed: 'always' },
  words_restored: { label: 'Words of yours that are shown again', emailed: 'always' },
  new_flag: { label: 'Reports', emailed: 'on', isForAdmins: true },
  counter_notice: { label: 'Counter-notices', emailed: 'on', isForAdmins: true },
  payment_alarm: { label: 'Payments that need a person', emailed: 'on', isForAdmins: true },
  // The operator's address gets each message, too (CONTACT_EMAIL).
  contact_message: {
    label: 'Messages from the contact form',
    emailed: 'off',
    isForAdmins: true,
  },
  banned: { label: 'A suspension of your account', emailed: 'always' },
  unbanned: { label: 'The end of a suspension', emailed: 'always' },
} as const satisfies Record<string, KindRow>

export type NotificationKind = keyof typeof notificationKinds

// Object.keys returns strings; these are the keys of the table above.
export const notificationKindNames = Object.keys(notificationKinds) as NotificationKind[]

export function isNotificationKind(name: string): name is NotificationKind {
  return Object.hasOwn(notificationKinds, name)
}

export function emailedAs(kind: NotificationKind): Emailed {
  return notificationKinds[kind].emailed
}

/** Whether a user in this role is ever told of it. */
export function concerns(kind: NotificationKind, role: Role): boolean {
  const { isForAdmins, isForArtists }: KindRow = notificationKinds[kind]
  if (isForAdmins) return role === 'admin'
  // An admin may have been an artist before.
  return !isForArtists || role !== 'customer'
}

/** Whether emails of this kind are a choice of the user. */
export function isEmailChoice(kind: NotificationKind): boolean {
  return emailedAs(kind) !== 'always'
}

/** @param choice null while the user has made none */
export function wantsEmail(kind: NotificationKind, choice: boolean | null): boolean {
  const emailed = emailedAs(kind)
  if (emailed === 'always') return true
  return choice ?? emailed !== 'off'
}

/** Older ones are deleted. */
export const notificationDays = 90

export const notificationsPerPage = 20

/** What the list can show. */
export const notificationViews = ['all', 'unread'] as const
export type NotificationView = (typeof notificationViews)[number]
