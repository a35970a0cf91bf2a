// The row types of every table, as created by the migrations.

import type { Generated, GeneratedAlways } from 'kysely'
import type { OrderStatus } from '#rules/order-process.ts'
import type { PaymentStatus, RefundStatus, TransferStatus } from '#rules/payment-process.ts'

type Timestamp = Generated<Date>

export type Tables = {
  users: {
    id: string
    email: string
    email_verified: Generated<boolean>
    username: string
    /** Null for the younger of two older accounts whose names have one key. */
    username_key: string | null
    avatar: string | null
    role: Generated<'customer' | 'artist' | 'admin'>
    banned: Generated<boolean>
    is_demo: Generated<boolean>
    created_at: Timestamp
    updated_at: Timestamp
  }
  credentials: {
    id: string
    user_id: string
    account_id: string
    provider_id: string
    password: string | null
  }
  sessions: {
    id: string
    user_id: string
    token: string
    expires_at: Date
    created_at: Date
    updated_at: Date
  }
  /** In Unix milliseconds. */
  rate_limits: { key: string; count: number; last_request: bigint }
  site_facts: { name: string; value: string; noted_at: Timestamp }
  uploads: {
    id: string
    artist_id: string
    title: string
    file_name: string
    details: unknown
    storage_key: string
    bytes: string | number
    sha256: string
    container: string
    state: Generated<'processing' | 'listed' | 'refused'>
    stage: Generated<'waiting' | 'checking' | 'measuring' | 'making_preview'>
    refusal_code: string | null
    created_at: Timestamp
    finished_at: Date | null
  }
  tracks: TracksTable
  search_lexicon: { word: string }
  ratings: { track_id: string; user_id: string; stars: number; rated_at: Timestamp }
  comments: {
    id: string
    track_id: string
    user_id: string | null
    text: string
    created_at: Timestamp
  }
  track_activity: {
    track_id: string
    day: string
    purchases: Generated<number>
    downloads: Generated<number>
    plays: Generated<number>
  }
  cart_items: { customer_id: string; track_id: string; added_at: Timestamp }
  orders: {
    id: string
    customer_id: string
    status: Generated<OrderStatus>
    total_pence: number
    cart_hash: string
    created_at: Timestamp
  }
  order_lines: {
    id: string
    order_id: string
    track_id: string
    artist_id: string
    title: string
    artist_pence: number
    platform_fee_pence: number
    processing_fee_pence: number
    customer_pence: number
  }
  entitlements: {
    user_id: string
    track_id: string
    order_line_id: string | null
    granted_at: Timestamp
  }
  downloads: {
    id: GeneratedAlways<string>
    user_id: string
    track_id: string
    downloaded_at: Timestamp
  }
  payments: {
    id: string
    subject_kind: SubjectKind
    subject_id: string
    customer_id: string
    amount_pence: number
    status: Generated<PaymentStatus>
    checkout_session_id: string | null
    checkout_url: string | null
    payment_intent_id: string | null
    charge_id: string | null
    created_at: Timestamp
    expires_at: Date
    checked_at: Date | null
    paid_at: Date | null
  }
  payment_events: {
    id: string
    type: string
    body: string
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
    last_problem: string | null
    created_at: Timestamp
    sent_at: Date | null
    due_at: Timestamp
    refusals: Generated<number>
  }
  refunds: {
    id: string
    payment_id: string
    order_line_id: string | null
    amount_pence: number
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
  }
  mails: {
    id: string
    about: string
    recipient: string
    subject: string
    text_body: string
    html_body: string
    created_at: Timestamp
    sent_at: Date | null
  }
  ledger_transactions: {
    id: GeneratedAlways<string>
    fact: string
    payment_id: string
    booked_at: Timestamp
  }
  ledger_entries: {
    id: GeneratedAlways<string>
    transaction_id: string
    account: LedgerAccount
    artist_id: string | null
    amount_pence: number
  }
}

/** What a payment can be for. */
export type SubjectKind = 'order'

export type LedgerAccount =
  | 'stripe_pending'
  | 'stripe_fees'
  | 'artist_payable'
  | 'customer_payable'
  | 'platform_commission'
  | 'processing_fee'

type TracksTable = {
  id: string
  artist_id: string
  title: string
  original_artist: string
  description: string
  instructions: string | null
  price_pence: number
  format: 'Backing Track' | 'Jam Track' | 'Acoustic Instrumental Version'
  instrumentation: 'Acoustic Guitar' | 'Piano' | 'Full Arrangement Track' | 'Other'
  genre: string | null
  vocal_range: string | null
  key_signature: string | null
  is_higher: Generated<boolean>
  is_lower: Generated<boolean>
  original_key: string
  original_name: string
  original_container: string
  /** bigint: the driver returns it as text. */
  original_bytes: string | number
  original_sha256: string
  codec: string
  sample_rate_hz: number
  channels: number
  duration_ms: number
  loudness_lufs: number
  loudness_range_lu: number
  true_peak_dbtp: number
  peaks: Uint8Array
  preview_key: string
  preview_ms: number
  waveform: string
  fine_waveform: string
  search_text: string
  search_vector: GeneratedAlways<string>
  rating_count: Generated<number>
  rating_sum: Generated<number>
  rating_rank: GeneratedAlways<number | null>
  popularity: Generated<number>
  purchase_count: Generated<number>
  download_count: Generated<number>
  created_at: Timestamp
  withdrawn_at: Date | null
}
