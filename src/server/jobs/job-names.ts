// Every job there is, what it is told, who works on it and how long it may take.

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
  isLastAttempt: boolean
  log: FastifyBaseLogger
  /** Aborted at the job's deadline, and when the process cannot wait for it any longer: nothing new is begun then. */
  signal: AbortSignal
}

/** What each feature contributes: its own jobs, by name. */
export type Jobs = {
  [Name in JobName]?: (payload: JobPayloads[Name], run: JobRun) => Promise<void>
}

/** How many workers each group has. They are its own: a mail server or a bucket that hangs holds up its own group only. */
export const workersOf = { money: 2, background: 2, mail: 2 } as const
export type WorkerGroup = keyof typeof workersOf

const minuteMs = 60_000

/** A deadline is above what the timeouts of the gateways allow together: it ends what they have overlooked. */
export const jobPlans: Record<JobName, { group: WorkerGroup; deadlineMs: number }> = {
  fulfil_order: { group: 'money', deadlineMs: 5 * minuteMs },
  send_payout: { group: 'money', deadlineMs: 5 * minuteMs },
  send_refund: { group: 'money', deadlineMs: 5 * minuteMs },
  check_refund: { group: 'money', deadlineMs: 5 * minuteMs },
  check_payout_account: { group: 'money', deadlineMs: 5 * minuteMs },
  // Up to 500 orders, one after the other.
  reconcile_payments: { group: 'money', deadlineMs: 15 * minuteMs },
  refresh_popularity: { group: 'background', deadlineMs: 2 * minuteMs },
  tidy_accounts: { group: 'background', deadlineMs: 2 * minuteMs },
  prepare_upload: { group: 'background', deadlineMs: 10 * minuteMs },
  tidy_uploads: { group: 'background', deadlineMs: 10 * minuteMs },
  sweep_stored_files: { group: 'background', deadlineMs: 30 * minuteMs },
  send_mail: { group: 'mail', deadlineMs: 2 * minuteMs },
}

/** One that still waits is replaced, so that what was missed for hours runs once; one runs at a time, behind fulfilments. */
export const reconcile = { key: 'reconcile_payments', queue: 'reconcile', priority: 10 } as const

/** In UTC; `?fill` runs what was missed while no process ran. */
export const crontab = [
  `*/10 * * * * reconcile_payments ?fill=1h&max=2&jobKey=${reconcile.key}&queue=${reconcile.queue}&priority=${reconcile.priority}`,
  '5 * * * * refresh_popularity ?fill=2h&max=2&jobKey=refresh_popularity',
  '*/5 * * * * tidy_uploads ?max=2&jobKey=tidy_uploads',
  '25 * * * * sweep_stored_files ?max=2&jobKey=sweep_stored_files',
  '45 3 * * * tidy_accounts ?fill=1d&max=2&jobKey=tidy_accounts',
].join('\n')

/** What a process that was killed left behind is cleared away as soon as the next one runs. */
export const jobsAtStart = ['tidy_uploads', 'sweep_stored_files'] as const satisfies JobName[]
