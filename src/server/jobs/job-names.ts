// Every job there is, and what it is told.

export type JobPayloads = {
  prepare_upload: { uploadId: string }
  fulfil_order: { orderId: string; sessionId: string; eventId: string }
  send_payout: { payoutId: string }
  check_payout_account: { providerAccountId: string }
  send_mail: { mailId: string }
  reconcile_payments: object
  refresh_popularity: object
}
export type JobName = keyof JobPayloads

/** What each feature contributes: its own jobs, by name. `isLastTry` says that no retry will follow. */
export type Jobs = {
  [Name in JobName]?: (payload: JobPayloads[Name], run: { isLastTry: boolean }) => Promise<void>
}

/** In UTC; `?fill` runs what was missed while nobody was there, once. */
export const crontab = [
  '*/10 * * * * reconcile_payments ?fill=1h&max=2',
  '5 * * * * refresh_popularity ?fill=2h&max=2',
].join('\n')
