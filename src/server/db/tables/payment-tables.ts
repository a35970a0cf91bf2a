import type { Generated, GeneratedAlways } from 'kysely'
import type { BigInteger, Timestamp } from './column-types.ts'

export type PaymentTables = {
  payment_events: {
    id: string
    type: string
    body: unknown
    received_at: Timestamp
    processed_at: Date | null
  }
  payout_accounts: {
    user_id: string
    provider_account_id: string
    ready: Generated<boolean>
    todo: Generated<unknown>
    created_at: Timestamp
    checked_at: Date | null
  }
  payouts: {
    id: string
    order_id: string
    artist_id: string
    amount_pence: number
    status: Generated<'waiting' | 'blocked' | 'sent' | 'stuck'>
    attempt: Generated<number>
    tries: Generated<number>
    attempt_started_at: Date | null
    transfer_id: string | null
    last_problem: string | null
    created_at: Timestamp
    sent_at: Date | null
    due_at: Timestamp
    refusals: Generated<number>
  }
  refunds: {
    id: string
    order_id: string
    order_line_id: string
    amount_pence: number
    status: Generated<'waiting' | 'pending' | 'sent' | 'stuck'>
    attempt: Generated<number>
    tries: Generated<number>
    attempt_started_at: Date | null
    due_at: Timestamp
    refund_id: string | null
    last_problem: string | null
    created_at: Timestamp
    sent_at: Date | null
    checked_at: Date | null
    returns: Generated<number>
  }
  ledger_transactions: {
    id: GeneratedAlways<string>
    fact: string
    order_id: string
    booked_at: Timestamp
  }
  ledger_entries: {
    id: GeneratedAlways<string>
    transaction_id: BigInteger
    account: LedgerAccount
    artist_id: string | null
    amount_pence: number
  }
}

export type LedgerAccount =
  | 'stripe_pending'
  | 'stripe_fees'
  | 'artist_payable'
  | 'customer_payable'
  | 'platform_commission'
  | 'processing_fee'
