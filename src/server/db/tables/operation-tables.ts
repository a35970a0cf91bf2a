import type { Timestamp } from './column-types.ts'

export type OperationTables = {
  site_facts: { name: string; value: string; noted_at: Timestamp }
  /** What must not be true, and is, since when: the last run of `money_problems` and `commission_problems`. */
  found_problems: {
    kind: string
    /** The id of the row that is wrong. */
    subject: string
    /** Whose transfers it stops; null for the whole ledger, and for what stops nothing. */
    payment_id: string | null
    found_at: Date
  }
  job_workers: { worker_id: string; connections: string; noted_at: Timestamp }
}
