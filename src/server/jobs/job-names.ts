// Every job there is, and what it is told.

import type { FastifyBaseLogger } from 'fastify'

export type JobPayloads = {
  tidy_accounts: object
  prepare_upload: { uploadId: string }
  tidy_uploads: object
  sweep_stored_files: object
  fulfil_order: { orderId: string; sessionId: string; eventId: string }
  send_payout: { payoutId: string }
  send_refund: { refundId: string }
  check_refund: { refundId: string; eventId?: string }
  check_payout_account: { providerAccountId: string }
  send_mail: { mailId: string }
  reconcile_payments: object
  refresh_popularity: object
}
export type JobName = keyof JobPayloads

export type JobRun = {
  /** No retry will follow. A run that is killed counts, too, and does not hear of it. */
  isLastTry: boolean
  log: FastifyBaseLogger
}

/** What each feature contributes: its own jobs, by name. */
export type Jobs = {
  [Name in JobName]?: (payload: JobPayloads[Name], run: JobRun) => Promise<void>
}

/** In UTC; `?fill` runs what was missed while nobody was there, once. */
export const crontab = [
  '*/10 * * * * reconcile_payments ?fill=1h&max=2',
  '5 * * * * refresh_popularity ?fill=2h&max=2',
  '*/5 * * * * tidy_uploads ?max=2',
  '25 * * * * sweep_stored_files ?max=2',
  '45 3 * * * tidy_accounts ?fill=1d&max=2',
].join('\n')

/** What a process that was killed left behind is cleared away as soon as the next one runs. */
export const jobsAtStart = ['tidy_uploads', 'sweep_stored_files'] as const satisfies JobName[]
