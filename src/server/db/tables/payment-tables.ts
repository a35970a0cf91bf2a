import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { BankDisputeStatus } from '#rules/payments/bank-dispute-process.ts'
import type { EvidenceFileField, EvidenceFileType } from '#rules/payments/evidence-files.ts'
import type { AssignableAccount, LedgerAccount } from '#rules/payments/ledger-accounts.ts'
import type {
  PaymentStatus,
  RefundCause,
  RefundStatus,
  TransferStatus,
} from '#rules/payments/payment-process.ts'
import type { ReversalCause, ReversalStatus } from '#rules/payments/reversal-process.ts'
import type { BigInteger, NullableBigInteger, Timestamp } from './column-types.ts'

/** What a payment can be for. */
export type SubjectKind = 'order' | 'commission'

/** What of its subject a payment is for. */
export type PaymentPurpose = 'price'

export type PaymentTables = {
  payments: {
    id: string
    subject_kind: SubjectKind
    subject_id: string
    purpose: Generated<PaymentPurpose>
    /** The payment that the provider has a second checkout of: what came in by this one is given back. */
    stray_of: string | null
    customer_id: string
    amount_pence: number
    /** Owed to artists from it so far, sent or not. */
    transferred_pence: Generated<number>
    /** Owed back from it so far, sent or not. */
    refunded_pence: Generated<number>
    /** What artists lose by refunds of it. */
    taken_back_pence: Generated<number>
    status: Generated<PaymentStatus>
    checkout_session_id: string | null
    checkout_url: string | null
    payment_intent_id: string | null
    charge_id: string | null
    card_last4: string | null
    created_at: Timestamp
    expires_at: Date
    checked_at: Date | null
    paid_at: Date | null
    /** Why what was paid does not match. */
    problem: string | null
    /** Of the terms that the customer accepted with it; null where that is not known. */
    terms_version: string | null
    terms_accepted_at: Date | null
  }
  payment_events: {
    id: string
    type: string
    /** Our payment or refund, or the provider's account. */
    about: string | null
    is_of_other_mode: Generated<boolean>
    received_at: Timestamp
    processed_at: Date | null
  }
  payment_accounts: {
    user_id: string
    provider_account_id: string
    payouts_enabled: Generated<boolean>
    todo: Generated<unknown>
    created_at: Timestamp
    checked_at: Date | null
    /** As it was set at the provider last: rules/payments/payout-schedule.ts. */
    payout_schedule: string | null
    /** When the schedule and the bank payouts were last compared with the provider. */
    compared_at: Date | null
    /** What has arrived on the account cannot be paid to the bank that the artist has entered. */
    bank_unusable: Generated<boolean>
  }
  /** A search for an artist's account that an earlier attempt has perhaps opened at the provider. */
  account_searches: {
    user_id: string
    /** The spent key, after which the account is searched for. */
    key_number: number
    /** The provider's address of the next page; null for the first one. */
    next_page: string | null
  }
  transfers: {
    id: string
    payment_id: string
    artist_id: string
    amount_pence: number
    status: Generated<TransferStatus>
    key_number: Generated<number>
    attempts: Generated<number>
    key_used_at: Date | null
    provider_id: string | null
    /** For the operator, in the provider's words: why the last attempt was refused, blocked, or had no known outcome. */
    last_problem: string | null
    created_at: Timestamp
    sent_at: Date | null
    due_at: Timestamp
    /** The last attempt began. */
    attempted_at: Date | null
    refusals: Generated<number>
    /** The artist has the money from an account of the operator's. */
    settled_at: Date | null
    /** What names that payment on a bank statement. */
    settled_reference: string | null
    written_off_at: Date | null
    /** When its money came in; null of one that had ended before this was stored. */
    paid_at: Date | null
    /** Taken back so far, or to be taken back. */
    reversed_pence: Generated<number>
    /** The part of its amount that has paid the artist's debts. */
    netted_pence: Generated<number>
    /** The rest, which is sent. */
    payable_pence: GeneratedAlways<number>
    /** The key number under which the rest is sent: it stays the same until the provider has refused it. */
    prepared_key: number | null
    /** True for what a reversal had taken and is paid again; false for the transfer of a sale. */
    is_again: Generated<boolean>
  }
  /** An artist's share that goes back; a debt if the card provider cannot take it back. */
  reversals: {
    id: string
    transfer_id: string
    artist_id: string
    cause_kind: ReversalCause
    /** Our refund, or the dispute; of one that was made at the provider its own id, as long as nobody knows its cause. */
    cause_id: string
    /** True where the provider has never sent what it takes back. */
    is_unsent: Generated<boolean>
    amount_pence: number
    /** Paid by new transfers so far. */
    netted_pence: Generated<number>
    status: Generated<ReversalStatus>
    key_number: Generated<number>
    attempts: Generated<number>
    key_used_at: Date | null
    /** The last attempt began. */
    attempted_at: Date | null
    refusals: Generated<number>
    due_at: Date
    provider_id: string | null
    /** Several rows are parts of what was made at the provider. */
    is_part: Generated<boolean>
    last_problem: string | null
    created_at: Date
    sent_at: Date | null
    /** From when on it is a debt. */
    refused_at: Date | null
    /** An admin has asked the artist for the money. */
    asked_at: Date | null
    /** Written off, or paid in another way. */
    closed_at: Date | null
    /** The transfer by which its artist gets it back. */
    sent_again_by: string | null
  }
  /** What a transfer has paid of a debt. */
  nettings: {
    id: Generated<string>
    reversal_id: string
    transfer_id: string
    amount_pence: number
    created_at: Date
  }
  refunds: {
    id: string
    payment_id: string
    order_line_id: string | null
    cause: RefundCause
    amount_pence: number
    /** What of it the artist loses; the platform bears the rest. */
    artist_pence: Generated<number>
    /** What it returns of an amount that contained VAT, divided. */
    vat_net_pence: Generated<number>
    vat_pence: Generated<number>
    status: Generated<RefundStatus>
    key_number: Generated<number>
    attempts: Generated<number>
    key_used_at: Date | null
    due_at: Timestamp
    provider_id: string | null
    last_problem: string | null
    created_at: Timestamp
    sent_at: Date | null
    checked_at: Date | null
    returns: Generated<number>
    refusals: Generated<number>
    /** The last attempt began. */
    attempted_at: Date | null
    /** The customer has the money in another way: by a lost dispute, or from an account of the operator's. */
    settled_at: Date | null
    /** What names the payment: on the bank statement, or the provider's dispute. */
    settled_reference: string | null
    /** One of several rows that the provider has made one refund for: an admin has divided it. */
    is_part: Generated<boolean>
  }
  /** A customer disputes a card payment at the bank. */
  bank_disputes: {
    id: string
    payment_id: string
    provider_id: string
    status: BankDisputeStatus
    /** The customer's, as the provider names it. */
    reason: string
    amount_pence: number
    opened_at: Date
    /** Without evidence until then the bank decides for the customer. */
    answer_by: Date | null
    /** Edited by an admin; stored as JSON. */
    evidence: unknown
    answered_at: Date | null
    decided_at: Date | null
    /** Nothing of the payment was left once it was lost. */
    is_whole: Generated<boolean>
    /** What the platform bears of it; null until that is booked. */
    lost_pence: number | null
  }
  /** Sent to a customer's bank as evidence. */
  evidence_files: {
    id: string
    bank_dispute_id: string
    field: EvidenceFileField
    file_name: string
    media_type: EvidenceFileType
    bytes: number
    sha256: string
    /** Null once our copy is deleted. */
    storage_key: string | null
    added_by: string
    added_at: Date
    /** Of what is known of the payment. */
    is_made: boolean
    /** At the provider, once it is uploaded. */
    provider_id: string | null
    /** With the evidence, as it stands in the dispute. */
    sent_at: Date | null
  }
  ledger_transactions: {
    id: GeneratedAlways<string>
    fact: string
    /** Null for what is of no payment, such as an account fee. */
    payment_id: string | null
    entry_count: number
    booked_at: Timestamp
  }
  ledger_entries: {
    id: GeneratedAlways<string>
    transaction_id: BigInteger
    account: LedgerAccount
    artist_id: string | null
    amount_pence: number
  }
  /** What the card provider has moved on the platform's balance: the amount less the fee. */
  balance_transactions: {
    id: string
    /** In the provider's words. */
    type: string
    amount_pence: number
    fee_pence: number
    /** The provider's object that it is about. */
    source_id: string | null
    description: string | null
    created_at: Date
    available_at: Date
    /** Whether the ledger has it among what is available. */
    is_available: Generated<boolean>
    /** Null only if it moves nothing. */
    ledger_transaction_id: NullableBigInteger
    /** The closed day in whose sums it is. */
    counted_on: ColumnType<Date, string> | null
  }
  /** The days that have ended: their transactions, hashed onto the day before. */
  ledger_days: {
    day: ColumnType<Date, string>
    transactions: number
    hash: Uint8Array
    closed_at: Date
  }
  /** What each account has of a closed day's transactions. */
  ledger_day_sums: { day: ColumnType<Date, string>; account: string; pence: BigInteger }
  /** How far the balance transactions are read; one row. */
  balance_reading: {
    is_only: Generated<boolean>
    read_until: Date | null
    /** Of a run that has not ended. */
    started_at: Date | null
    next_page: string | null
  }
  /** What has moved for a reason that the app does not know. */
  unexplained_transactions: {
    id: Generated<string>
    balance_transaction_id: string
    found_at: Date
    /** By an admin. */
    assigned_to: AssignableAccount | null
    explained_at: Date | null
  }
}
