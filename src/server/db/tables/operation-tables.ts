import type { Timestamp } from './column-types.ts'

/** The job that found a problem, and renews it. */
export type ProblemFinder =
  | 'check_invariants'
  | 'compare_with_provider'
  | 'compare_counters'
  | 'close_ledger_days'
  | 'reconcile_days'
  | 'make_statements'

export type OperationTables = {
  site_facts: { name: string; value: string; noted_at: Timestamp }
  /** What must not be true, and is, since when: what the last run of each job has found. */
  found_problems: {
    kind: string
    /** The id of the row that is wrong. */
    subject: string
    /** Whose transfers it stops; null for the whole ledger, and for what stops nothing. */
    payment_id: string | null
    found_at: Date
    found_by: ProblemFinder
  }
  job_workers: { worker_id: string; connections: string; noted_at: Timestamp }
}
