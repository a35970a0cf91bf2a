// All jobs: their payloads, worker groups and deadlines.

import type { RenditionFormat } from '#rules/music/audio-formats.ts'
import type { FastifyBaseLogger } from 'fastify'

export type JobPayloads = {
  tidy_accounts: object
  send_reset_link: { email: string }
  prepare_upload: { uploadId: string }
  tidy_uploads: object
  prepare_delivery: { deliveryId: string }
  tidy_deliveries: object
  prepare_attachment: { attachmentId: string }
  tidy_attachments: object
  email_commission_news: object
  prepare_example: { exampleId: string }
  tidy_examples: object
  make_rendition: { trackId: string; format: RenditionFormat }
  tidy_renditions: object
  sweep_stored_files: object
  expire_licence_documents: object
  expire_evidence_files: object
  measure_tracks: object
  check_payment: { paymentId: string; sessionId: string; eventId?: string }
  send_transfer: { transferId: string }
  send_reversal: { reversalId: string }
  send_refund: { refundId: string }
  check_refund: { refundId: string; eventId?: string }
  check_charge: { chargeId: string; eventId?: string }
  /** By the provider's id of the transfer. */
  check_transfer: { sentTransferId: string; eventId?: string }
  check_payment_account: { providerAccountId: string }
  /** Of an artist's account at the provider, or of the platform (null). */
  check_payout: { payoutId: string; providerAccountId: string | null; eventId?: string }
  make_payout: { payoutId: string }
  compare_accounts: object
  renew_artist_months: object
  make_vat_invoices: object
  renew_platform_report: object
  make_report_copies: object
  compare_account: { providerAccountId: string }
  send_mail: { mailId: string }
  email_notification: { notificationId: string }
  notify_followers: { trackId: string }
  email_new_tracks: object
  tidy_notifications: object
  reconcile_payments: object
  close_unavailable_checkouts: object
  apply_commission_deadlines: object
  remind_of_commissions: object
  check_invariants: object
  compare_with_provider: object
  read_balance_transactions: object
  compare_counters: object
  close_ledger_days: object
  reconcile_days: object
  repeat_day: { day: string }
  check_blocked_accounts: object
  tell_of_old_debts: object
  make_statements: object
  tidy_payment_events: object
  refresh_popularity: object
  refresh_artist_popularity: object
  name_songs: object
  relist_tracks: object
  count_words: object
  // Names of an earlier version, for its jobs that wait during an upgrade; nothing queues them any more.
  fulfil_order: { orderId: string; sessionId: string; eventId: string }
  send_payout: { payoutId: string }
  check_payout_account: { providerAccountId: string }
}
export type JobName = keyof JobPayloads

export type JobRun = {
  /** No retry will follow. A killed run also counts as an attempt. */
  isLastAttempt: boolean
  log: FastifyBaseLogger
  /** Aborted at the job's deadline, and when a stopping process no longer waits: the job must not start anything new then. */
  signal: AbortSignal
}

/** What each feature contributes: its own jobs, by name. */
export type Jobs = {
  [Name in JobName]?: (payload: JobPayloads[Name], run: JobRun) => Promise<void>
}

/**
 * The number of workers of each group. Groups share no workers: a hanging mail server or bucket blocks only its own group,
 * and a deadline waits for no recording that is prepared.
 */
export const workersOf = { money: 2, deadlines: 1, background: 2, mail: 2 } as const
export type WorkerGroup = keyof typeof workersOf

const minuteMs = 60_000

/** A deadline exceeds the sum of the gateways' timeouts: it ends what those timeouts do not cover. */
export const jobPlans: Record<JobName, { group: WorkerGroup; deadlineMs: number }> = {
  check_payment: { group: 'money', deadlineMs: 5 * minuteMs },
  send_transfer: { group: 'money', deadlineMs: 5 * minuteMs },
  send_reversal: { group: 'money', deadlineMs: 5 * minuteMs },
  send_refund: { group: 'money', deadlineMs: 5 * minuteMs },
  check_refund: { group: 'money', deadlineMs: 5 * minuteMs },
  check_charge: { group: 'money', deadlineMs: 5 * minuteMs },
  check_transfer: { group: 'money', deadlineMs: 5 * minuteMs },
  check_payment_account: { group: 'money', deadlineMs: 5 * minuteMs },
  fulfil_order: { group: 'money', deadlineMs: 5 * minuteMs },
  send_payout: { group: 'money', deadlineMs: 5 * minuteMs },
  check_payout_account: { group: 'money', deadlineMs: 5 * minuteMs },
  // Up to 500 payments, one after the other.
  reconcile_payments: { group: 'money', deadlineMs: 15 * minuteMs },
  close_unavailable_checkouts: { group: 'money', deadlineMs: 5 * minuteMs },
  // Batches that are done stay done.
  apply_commission_deadlines: { group: 'deadlines', deadlineMs: 5 * minuteMs },
  remind_of_commissions: { group: 'deadlines', deadlineMs: 5 * minuteMs },
  // Some calls of the provider for each hundred payments of three days.
  compare_with_provider: { group: 'money', deadlineMs: 15 * minuteMs },
  // A call for each hundred movements of two days; a run that is ended goes on with its next page.
  read_balance_transactions: { group: 'money', deadlineMs: 15 * minuteMs },
  // Two statements; the database ends each after 15 seconds.
  check_invariants: { group: 'background', deadlineMs: minuteMs },
  // Hashes the whole ledger.
  close_ledger_days: { group: 'background', deadlineMs: 60 * minuteMs },
  // The same, and a call for each hundred of what the provider has of three days; a run that is ended goes on there.
  reconcile_days: { group: 'money', deadlineMs: 60 * minuteMs },
  // One statement, which counts what a million tracks and their ratings are.
  compare_counters: { group: 'background', deadlineMs: 10 * minuteMs },
  // A day that an operator compares once more.
  repeat_day: { group: 'money', deadlineMs: 60 * minuteMs },
  check_blocked_accounts: { group: 'money', deadlineMs: minuteMs },
  check_payout: { group: 'money', deadlineMs: 5 * minuteMs },
  make_payout: { group: 'money', deadlineMs: 5 * minuteMs },
  // Three calls an account; the next run goes on with those that are left. Not with the money: nothing waits for it.
  compare_accounts: { group: 'background', deadlineMs: 60 * minuteMs },
  // A statement a month, which reads the sales of the whole month.
  renew_artist_months: { group: 'background', deadlineMs: 10 * minuteMs },
  // A transaction an artist; an ended run goes on with those that are left.
  make_vat_invoices: { group: 'background', deadlineMs: 60 * minuteMs },
  // A statement a quarter, which reads the sums of all artists.
  renew_platform_report: { group: 'background', deadlineMs: 10 * minuteMs },
  // A transaction for each artist who is reported; copies that are made stay made.
  make_report_copies: { group: 'background', deadlineMs: 30 * minuteMs },
  compare_account: { group: 'background', deadlineMs: 5 * minuteMs },
  tell_of_old_debts: { group: 'background', deadlineMs: minuteMs },
  // A transaction of some milliseconds for each artist; a run that is ended goes on with those that are left.
  make_statements: { group: 'background', deadlineMs: 60 * minuteMs },
  tidy_payment_events: { group: 'background', deadlineMs: 2 * minuteMs },
  // A million tracks take a minute or two; batches that are done stay done.
  refresh_popularity: { group: 'background', deadlineMs: 10 * minuteMs },
  refresh_artist_popularity: { group: 'background', deadlineMs: 10 * minuteMs },
  name_songs: { group: 'background', deadlineMs: 10 * minuteMs },
  relist_tracks: { group: 'background', deadlineMs: 60 * minuteMs },
  count_words: { group: 'background', deadlineMs: 10 * minuteMs },
  tidy_accounts: { group: 'background', deadlineMs: 2 * minuteMs },
  prepare_upload: { group: 'background', deadlineMs: 10 * minuteMs },
  prepare_delivery: { group: 'background', deadlineMs: 10 * minuteMs },
  tidy_deliveries: { group: 'background', deadlineMs: 2 * minuteMs },
  prepare_attachment: { group: 'background', deadlineMs: 10 * minuteMs },
  tidy_attachments: { group: 'background', deadlineMs: 2 * minuteMs },
  // Batches that are done stay done.
  email_commission_news: { group: 'background', deadlineMs: 5 * minuteMs },
  prepare_example: { group: 'background', deadlineMs: 10 * minuteMs },
  tidy_examples: { group: 'background', deadlineMs: 2 * minuteMs },
  make_rendition: { group: 'background', deadlineMs: 10 * minuteMs },
  tidy_renditions: { group: 'background', deadlineMs: 10 * minuteMs },
  tidy_uploads: { group: 'background', deadlineMs: 10 * minuteMs },
  sweep_stored_files: { group: 'background', deadlineMs: 30 * minuteMs },
  // Some recordings, each with the engine's own time limit.
  measure_tracks: { group: 'background', deadlineMs: 10 * minuteMs },
  expire_licence_documents: { group: 'background', deadlineMs: 10 * minuteMs },
  expire_evidence_files: { group: 'background', deadlineMs: 10 * minuteMs },
  send_reset_link: { group: 'mail', deadlineMs: minuteMs },
  send_mail: { group: 'mail', deadlineMs: 2 * minuteMs },
  email_notification: { group: 'background', deadlineMs: minuteMs },
  // Batches that are done stay done.
  notify_followers: { group: 'background', deadlineMs: 10 * minuteMs },
  email_new_tracks: { group: 'background', deadlineMs: 10 * minuteMs },
  tidy_notifications: { group: 'background', deadlineMs: 10 * minuteMs },
}

/** A waiting job is replaced, so that missed runs lead to one run; one runs at a time, with lower priority than fulfilments. */
export const reconcile = { key: 'reconcile_payments', queue: 'reconcile', priority: 10 } as const

/** In UTC; `?fill` runs the jobs missed while no process ran. */
export const crontab = [
  `*/10 * * * * reconcile_payments ?fill=1h&max=2&jobKey=${reconcile.key}&queue=${reconcile.queue}&priority=${reconcile.priority}`,
  '* * * * * close_unavailable_checkouts ?max=2&jobKey=close_unavailable_checkouts',
  '* * * * * apply_commission_deadlines ?max=2&jobKey=apply_commission_deadlines',
  '* * * * * remind_of_commissions ?max=2&jobKey=remind_of_commissions&priority=10',
  '45 * * * * check_invariants ?fill=1h&max=2&jobKey=check_invariants',
  // In the queue of the reconciliation: both may record the same payment.
  `50 * * * * compare_with_provider ?fill=1h&max=2&jobKey=compare_with_provider&queue=${reconcile.queue}&priority=${reconcile.priority}`,
  // Before the invariants, which compare the ledger with what it has read.
  `35 * * * * read_balance_transactions ?fill=1h&max=2&jobKey=read_balance_transactions&queue=${reconcile.queue}&priority=${reconcile.priority}`,
  '5 * * * * refresh_popularity ?fill=2h&max=2&jobKey=refresh_popularity',
  '10 * * * * refresh_artist_popularity ?fill=2h&max=2&jobKey=refresh_artist_popularity',
  '* * * * * tidy_deliveries ?max=2&jobKey=tidy_deliveries',
  '*/5 * * * * tidy_attachments ?max=2&jobKey=tidy_attachments',
  '* * * * * email_commission_news ?max=2&jobKey=email_commission_news&priority=10',
  '*/5 * * * * tidy_uploads ?max=2&jobKey=tidy_uploads',
  '*/5 * * * * tidy_examples ?max=2&jobKey=tidy_examples',
  '35 * * * * tidy_renditions ?max=2&jobKey=tidy_renditions',
  '25 * * * * sweep_stored_files ?max=2&jobKey=sweep_stored_files',
  '*/15 * * * * measure_tracks ?max=2&jobKey=measure_tracks&queue=audio&priority=20',
  '35 * * * * expire_licence_documents ?max=2&jobKey=expire_licence_documents',
  '5 4 * * * expire_evidence_files ?max=2&jobKey=expire_evidence_files',
  '* * * * * name_songs ?max=2&jobKey=name_songs',
  '40 3 * * * count_words ?max=2&jobKey=count_words',
  '15 4 * * 0 relist_tracks ?max=2&jobKey=relist_tracks',
  '0 17 * * * email_new_tracks ?fill=12h&max=5&jobKey=email_new_tracks',
  // In the queue of what reads the same lists. It closes the days of the ledger first; by its own name that is done by hand.
  `0 4 * * * reconcile_days ?fill=1d&max=5&jobKey=reconcile_days&queue=${reconcile.queue}&priority=${reconcile.priority}`,
  '30 4 * * * compare_counters ?max=2&jobKey=compare_counters',
  '55 3 * * * tidy_notifications ?max=2&jobKey=tidy_notifications',
  '25 4 * * * tell_of_old_debts ?fill=1d&max=2&jobKey=tell_of_old_debts',
  '20 4 * * * check_blocked_accounts ?fill=1d&max=2&jobKey=check_blocked_accounts',
  // After the provider has made the payouts of the day.
  '10 1 * * * compare_accounts ?fill=1d&max=3&jobKey=compare_accounts',
  // After the ledger's days are closed, from the second day of a month on; a run finds nothing to do if all are made.
  '40 5 2-31 * * make_statements ?fill=1d&max=5&jobKey=make_statements',
  '20 5 * * * renew_artist_months ?max=2&jobKey=renew_artist_months',
  // A month has ended everywhere by the second day; a run finds nothing to do if all are made.
  '30 5 2-31 * * make_vat_invoices ?fill=1d&max=5&jobKey=make_vat_invoices',
  '25 5 * * * renew_platform_report ?max=2&jobKey=renew_platform_report',
  // Artists have theirs by the 31st; until the 10th the operator can look at the year first.
  '40 5 10-31 1 * make_report_copies ?fill=21d&max=5&jobKey=make_report_copies',
  '50 3 * * * tidy_payment_events ?max=2&jobKey=tidy_payment_events',
  '45 3 * * * tidy_accounts ?fill=1d&max=2&jobKey=tidy_accounts',
].join('\n')

/** Run at the start to delete what a killed process left behind, and to follow a changed variable. */
export const jobsAtStart = [
  'tidy_uploads',
  'sweep_stored_files',
  'compare_accounts',
] as const satisfies JobName[]
