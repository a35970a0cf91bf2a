// The kinds of notifications about commissions: one row for each.

import type { KindRow } from './kind-row.ts'

/**
 * `always` where a deadline runs for the reader, the customer's money moves, or the commission ends; a second word about
 * the same, such as a reminder of a delivery, can be switched off.
 */
export const commissionNotices = {
  commission_request: {
    label: 'Requests for commissions',
    emailed: 'always',
    sign: 'microphone',
    isForArtists: true,
  },
  commission_accepted: {
    label: 'Commissions of yours that were accepted',
    emailed: 'always',
    sign: 'done',
  },
  commission_declined: {
    label: 'Commissions of yours that were declined',
    emailed: 'always',
    sign: 'failed',
  },
  commission_payment_due: {
    label: 'Reminders to pay for a commission',
    emailed: 'always',
    sign: 'clock',
  },
  commission_expired: { label: 'Commissions that expired', emailed: 'always', sign: 'failed' },
  commission_paid: { label: 'Commissions that were paid', emailed: 'always', sign: 'money' },
  commission_due: {
    label: 'Deliveries that are due',
    emailed: 'on',
    sign: 'clock',
    isForArtists: true,
  },
  commission_overdue: { label: 'Deliveries that are late', emailed: 'always', sign: 'warning' },
  commission_delivered: { label: 'Deliveries to you', emailed: 'always', sign: 'music' },
  commission_delivery_refused: {
    label: 'Deliveries of yours that failed',
    emailed: 'on',
    sign: 'warning',
    isForArtists: true,
  },
  commission_changes: {
    label: 'Requests for changes to your deliveries',
    emailed: 'always',
    sign: 'reply',
    isForArtists: true,
  },
  commission_approval_due: {
    label: 'Reminders to answer a delivery',
    emailed: 'on',
    sign: 'clock',
  },
  commission_approved: { label: 'Commissions that were approved', emailed: 'always', sign: 'done' },
  commission_transfer_waiting: {
    label: 'Payments for commissions that have to wait',
    emailed: 'on',
    sign: 'bank',
    isForArtists: true,
  },
  commission_gave_up: {
    label: 'Commissions that an artist gave up',
    emailed: 'always',
    sign: 'failed',
  },
  commission_cancelled: {
    label: 'Commissions that were cancelled',
    emailed: 'always',
    sign: 'failed',
  },
  commission_refunded: { label: 'Refunds of commissions', emailed: 'always', sign: 'money' },
  commission_disputed: {
    label: 'Disputes about your deliveries',
    emailed: 'always',
    sign: 'decision',
    isForArtists: true,
  },
  commission_dispute_answered: {
    label: 'Answers to your disputes',
    emailed: 'on',
    sign: 'decision',
  },
  commission_dispute_ended: {
    label: 'Disputes that customers ended',
    emailed: 'on',
    sign: 'decision',
    isForArtists: true,
  },
  commission_decided: { label: 'Decisions about commissions', emailed: 'always', sign: 'decision' },
  commission_frozen: {
    label: 'Commissions that are frozen, or go on',
    emailed: 'always',
    sign: 'warning',
  },
  commission_news: {
    label: 'Messages and notes about commissions',
    emailed: 'hourly',
    sign: 'message',
  },
  commission_alarm: {
    label: 'Commissions that need a person',
    emailed: 'on',
    sign: 'warning',
    isForAdmins: true,
  },
} as const satisfies Record<string, KindRow>

export type CommissionNotice = keyof typeof commissionNotices
