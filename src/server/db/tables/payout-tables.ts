import type { ColumnType, Generated } from 'kysely'
import type { BankPayoutStatus } from '#rules/payments/bank-payout-process.ts'
import type { PlatformPayoutStatus } from '#rules/payments/platform-payout-process.ts'
import type { Timestamp } from './column-types.ts'

export type PayoutTables = {
  /** From artists' accounts to their banks. */
  bank_payouts: {
    /** The provider's. */
    id: string
    artist_id: string
    /** Negative: a negative balance was paid from the bank. */
    amount_pence: number
    status: Generated<BankPayoutStatus>
    /** In the provider's words. */
    failure_code: string | null
    created_at: Date
    /** When it is, or was, expected at the bank. */
    arrives_at: Date
    /** When the app has learned that it failed, was returned or cancelled. */
    ended_at: Date | null
    /** Null until the provider has said what it contains. */
    parts_read_at: Date | null
  }
  /** From the platform's balance to its own bank. */
  platform_payouts: {
    id: Generated<string>
    amount_pence: number
    status: Generated<PlatformPayoutStatus>
    /** Null: it was made at the provider. */
    ordered_by: string | null
    key_number: Generated<number>
    key_used_at: Date | null
    attempts: Generated<number>
    attempted_at: Date | null
    refusals: Generated<number>
    due_at: Timestamp
    provider_id: string | null
    last_problem: string | null
    created_at: Date
    sent_at: Date | null
    ended_at: Date | null
  }
  /** What the platform has of an artist's sales of a month, and what the card provider has taken for them. */
  artist_months: {
    artist_id: string
    /** Its first day. */
    month: ColumnType<Date, string>
    sales: number
    fee_pence: number
    card_fee_pence: number
    account_fee_pence: number
  }
  bank_payout_parts: {
    balance_transaction_id: string
    payout_id: string
    pence: number
    /** In the provider's words. */
    type: string
    transfer_id: string | null
    /** A payout that came back before, and whose money is in this one. */
    returned_payout_id: string | null
  }
}
