import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { DifferenceStatus } from '#rules/payments/difference-process.ts'
import type { BigInteger, NullableBigInteger } from './column-types.ts'

type Day = ColumnType<Date, string>

export type ReconciliationTables = {
  /** The days that are compared with the card provider, and closed: the balance before and after. */
  reconciled_days: {
    day: Day
    opening_pence: BigInteger
    closing_pence: BigInteger
    transactions: number
    hash: Uint8Array
    closed_at: Date
  }
  /** By what the balance has changed on a day, in the provider's types. */
  reconciled_sums: {
    day: Day
    type: string
    transactions: number
    amount_pence: BigInteger
    fee_pence: BigInteger
  }
  /** What differs between the provider, our rows and the ledger. */
  reconciliation_differences: {
    id: Generated<string>
    kind: string
    /** The id of our row or of the provider's object. */
    subject: string
    payment_id: string | null
    day: Day
    ours_pence: NullableBigInteger
    theirs_pence: NullableBigInteger
    /** When its money has moved; null where every run looks at it. */
    occurred_at: Date | null
    found_at: Date
    /** The latest run that has found it. */
    last_run_id: BigInteger
    status: Generated<DifferenceStatus>
    reason: string | null
    ended_at: Date | null
  }
  /** A comparison that has not ended. */
  reconciliation_runs: {
    id: GeneratedAlways<string>
    first_day: Day
    last_day: Day
    /** Of days that are closed already. */
    is_repeat: boolean
    /** Of artists' accounts, in the order of the provider's ids, those up to this one are read. */
    accounts_until: string | null
    started_at: Date
  }
  /** A part of a list that it reads, and where it goes on. */
  reconciliation_reads: {
    run_id: BigInteger
    list: string
    since: Date
    until: Date
    next_page: string | null
    is_read: Generated<boolean>
  }
  /** What of it could not be compared. */
  reconciliation_failures: {
    run_id: BigInteger
    list: string
    since: Date
    subject: string
  }
  /** What such a comparison has read. */
  provider_records: {
    run_id: BigInteger
    list: string
    id: string
    amount_pence: BigInteger
    fee_pence: BigInteger
    made_at: Date
    /** In the app's words; null where nothing is compared with it. */
    state: string | null
  }
  /** Up to which day the whole ledger was found right; one row. */
  verified_ledger: {
    is_only: Generated<boolean>
    until_day: Day
    verified_at: Date
  }
}
