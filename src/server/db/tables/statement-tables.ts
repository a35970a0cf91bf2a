import type { ColumnType, GeneratedAlways } from 'kysely'
import type { StatementLineKind } from '#rules/papers/statement-lines.ts'
import type { BigInteger } from './column-types.ts'

/** Its first day, in London. */
type Month = ColumnType<Date, string>

export type StatementTables = {
  /** The months that have ended, in order. */
  statement_months: {
    month: Month
    /** The booking up to which its lines are written. */
    collected_until: Date
    /** When the statements of all artists were made. */
    finished_at: Date | null
  }
  /** An artist's balance before and after a month. Never changed. */
  statements: {
    id: string
    artist_id: string
    /** Without gaps for each artist. */
    number: number
    previous_number: GeneratedAlways<number | null>
    month: Month
    artist_name: string
    /** Who has made it, as configured then; null in those from before that was stored. */
    seller_name: string | null
    seller_address: string[] | null
    seller_vat_number: string | null
    from_at: Date
    until_at: Date
    /** Owed to the artist, and by the artist. */
    opening_owed_pence: number
    opening_owing_pence: number
    closing_owed_pence: number
    closing_owing_pence: number
    line_count: number
    made_at: Date
  }
  /** What has changed it: a booking each. Never changed. */
  statement_lines: {
    month: Month
    artist_id: string
    ledger_transaction_id: BigInteger
    payment_id: string | null
    kind: StatementLineKind
    titles: string[]
    reference: string | null
    booked_at: Date
    occurred_at: Date
    corrects_number: number | null
    owed_pence: number
    owing_pence: number
  }
  /** Each payout to a bank, and each that came back, is on one statement. */
  statement_bank_payouts: {
    bank_payout_id: string
    is_return: boolean
    statement_id: string
    pence: number
    occurred_at: Date
  }
}
