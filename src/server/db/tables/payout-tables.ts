import type { Generated } from 'kysely'
import type { BankPayoutStatus } from '#rules/payments/bank-payout-process.ts'

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
