// The kinds of notifications: one row for each, and the facts that its event has.

import type { ContactSubject } from '../contact/contact-limits.ts'
import type { RefusalCode } from '../errors/refusal.ts'
import type { FlaggedWords } from '../moderation/flag-limits.ts'
import type { FlagStatus } from '../moderation/flag-process.ts'
import type { ReversalEvent } from '../payments/reversal-texts.ts'
import type { Role } from '../permissions.ts'
import type { AlarmPage } from './alarm-pages.ts'
import type { BankDisputeDetails } from './bank-dispute-texts.ts'
import type { CommissionDetails } from './commission-notice-texts.ts'
import { commissionNotices, type CommissionNotice } from './commission-notices.ts'
import type { Emailed, KindRow } from './kind-row.ts'

export const notificationKinds = {
  new_track: { label: 'New tracks of artists you follow', emailed: 'daily', sign: 'music' },
  review: { label: 'Reviews of you', emailed: 'on', sign: 'message', isForArtists: true },
  review_answer: { label: 'Answers to your reviews', emailed: 'off', sign: 'reply' },
  rating: { label: 'Ratings of your tracks', emailed: 'off', sign: 'star', isForArtists: true },
  comment: {
    label: 'Comments on your tracks',
    emailed: 'off',
    sign: 'message',
    isForArtists: true,
  },
  sale: { label: 'Sales of your tracks', emailed: 'on', sign: 'money', isForArtists: true },
  sale_given_back: {
    label: 'Sales of yours that were given back',
    emailed: 'on',
    sign: 'money',
    isForArtists: true,
  },
  transfer: {
    label: 'Transfers to your payment account',
    emailed: 'on',
    sign: 'bank',
    isForArtists: true,
  },
  sale_disputed: {
    label: 'Sales that customers dispute at their banks',
    emailed: 'on',
    sign: 'bank',
    isForArtists: true,
  },
  reversal: {
    label: 'What goes back of your sales, and what you owe',
    emailed: 'always',
    sign: 'money',
    isForArtists: true,
  },
  payments_stopped: {
    label: 'Problems with your payment account',
    emailed: 'on',
    sign: 'warning',
    isForArtists: true,
  },
  bank_payout_ended: {
    label: 'Payouts that your bank did not take',
    emailed: 'on',
    sign: 'bank',
    isForArtists: true,
  },
  upload_ready: {
    label: 'Uploads that are listed',
    emailed: 'off',
    sign: 'done',
    isForArtists: true,
  },
  upload_question: {
    label: 'Questions about your uploads',
    emailed: 'on',
    sign: 'question',
    isForArtists: true,
  },
  upload_refused: {
    label: 'Uploads that failed',
    emailed: 'on',
    sign: 'failed',
    isForArtists: true,
  },
  ...commissionNotices,
  flag_decided: { label: 'Decisions about what you reported', emailed: 'on', sign: 'decision' },
  track_taken_down: {
    label: 'Tracks of yours that were taken down',
    emailed: 'always',
    sign: 'hidden',
  },
  track_restored: { label: 'Tracks of yours that were restored', emailed: 'always', sign: 'shown' },
  comment_removed: {
    label: 'Comments of yours that were removed',
    emailed: 'always',
    sign: 'removed',
  },
  review_removed: {
    label: 'Reviews of yours that were removed',
    emailed: 'always',
    sign: 'removed',
  },
  profile_removed: {
    label: 'Words of your profile that were removed',
    emailed: 'always',
    sign: 'removed',
    isForArtists: true,
  },
  message_removed: {
    label: 'Messages of yours that were removed',
    emailed: 'always',
    sign: 'removed',
  },
  words_restored: {
    label: 'Words of yours that are shown again',
    emailed: 'always',
    sign: 'shown',
  },
  new_flag: { label: 'Reports', emailed: 'on', sign: 'report', isForAdmins: true },
  counter_notice: { label: 'Counter-notices', emailed: 'on', sign: 'decision', isForAdmins: true },
  payment_alarm: {
    label: 'Payments that need a person',
    emailed: 'on',
    sign: 'warning',
    isForAdmins: true,
  },
  payment_disputed: {
    label: 'Payments that customers dispute at their banks',
    emailed: 'on',
    sign: 'bank',
    isForAdmins: true,
  },
  refund_request: {
    label: 'Requests for refunds',
    emailed: 'on',
    sign: 'question',
    isForAdmins: true,
  },
  // The operator's address gets each message, too (CONTACT_EMAIL).
  contact_message: {
    label: 'Messages from the contact form',
    emailed: 'off',
    sign: 'mail',
    isForAdmins: true,
  },
  banned: { label: 'A suspension of your account', emailed: 'always', sign: 'ban' },
  unbanned: { label: 'The end of a suspension', emailed: 'always', sign: 'done' },
} as const satisfies Record<string, KindRow>

/** An event with the facts that its sentence needs (notification-texts.ts); the ids are columns of the notification. */
export type NotifiedEvent =
  | { kind: 'review' | 'review_answer'; actorId: string; reviewId: string }
  | { kind: 'rating'; trackId: string }
  | { kind: 'comment'; actorId: string; trackId: string; commentId: string }
  | { kind: 'sale'; titles: readonly string[]; pence: number }
  | { kind: 'sale_given_back'; titles: readonly string[]; pence: number; reason: string }
  // Of a sale; or of the commission that it names.
  | { kind: 'transfer'; pence: number; titles?: readonly string[]; commissionId?: string }
  | { kind: 'reversal'; event: ReversalEvent; pence: number; owedPence?: number; reason?: string }
  | { kind: 'payments_stopped'; isNoLongerAvailable: boolean }
  | { kind: 'bank_payout_ended'; pence: number; isReturned: boolean; reason: string }
  | { kind: 'upload_ready'; trackId: string }
  | { kind: 'upload_question'; titles: readonly string[] }
  | { kind: 'upload_refused'; titles: readonly string[]; refusalCode: RefusalCode }
  | (Flagged & {
      kind: 'flag_decided'
      titles: readonly string[]
      outcome: FlagStatus
      reason?: string
      staysDown?: boolean
    })
  | {
      kind: 'track_taken_down'
      titles: readonly string[]
      claim?: string | undefined
      reason: string
      byReport: boolean
    }
  | { kind: 'track_restored'; titles: readonly string[]; reason: string; staysDown?: boolean }
  | (Flagged & { kind: 'new_flag' | 'counter_notice'; titles?: readonly string[] })
  | {
      kind: 'contact_message'
      titles: readonly string[]
      messageId: string
      subject: ContactSubject
    }
  | {
      kind: 'comment_removed' | 'review_removed' | 'profile_removed' | 'message_removed'
      titles: readonly string[]
      claim?: string | undefined
      reason: string
      byReport?: boolean
    }
  | {
      kind: 'words_restored'
      flagged: FlaggedWords
      titles: readonly string[]
      reason: string
      staysDown: boolean
    }
  | { kind: 'payment_alarm'; reason: string; alarmPage?: AlarmPage | undefined }
  | ({ kind: 'payment_disputed' | 'sale_disputed' } & BankDisputeDetails)
  | { kind: 'refund_request'; titles: readonly string[] }
  | { kind: 'banned' | 'unbanned'; reason?: string | undefined }
  | ({ kind: CommissionNotice } & CommissionDetails)

/** The subject of a report. */
export type Flagged = { trackId: string } | { flagged: FlaggedWords }

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

/** The views of the list. */
export const notificationViews = ['all', 'unread'] as const
export type NotificationView = (typeof notificationViews)[number]
