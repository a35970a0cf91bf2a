import type { RenditionFormat } from '#rules/music/audio-formats.ts'
import type { Generated, GeneratedAlways } from 'kysely'
import type { OrderStatus } from '#rules/orders/order-process.ts'
import type { RefundReason, RefundRequestStatus } from '#rules/orders/refund-request.ts'
import type { RenditionStatus } from '#rules/orders/rendition-process.ts'
import type { NullableBigInteger, Timestamp } from './column-types.ts'

export type OrderTables = {
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
    /** At the time of the checkout. */
    artist_name: string
    title: string
    /** As the artist had written it; null also for lines from before it was stored. */
    key_signature: string | null
    artist_pence: number
    platform_fee_pence: number
    processing_fee_pence: number
    customer_pence: number
  }
  receipts: {
    payment_id: string
    /** Shown as rules/receipt-number.ts writes it. */
    serial: number
    issued_at: Date
    customer_id: string
    buyer_name: string
    buyer_email: string
  }
  /** One row. */
  receipt_counter: { is_only_row: Generated<boolean>; last_serial: Generated<number> }
  entitlements: {
    user_id: string
    track_id: string
    order_line_id: string | null
    granted_at: Timestamp
    /** How often the owner has begun to play it, and how often as much was sent as it has. */
    plays: Generated<number>
    whole_plays: Generated<number>
    /** What was sent to play since then: 1 is all of it. */
    sent_share: Generated<number>
  }
  refund_requests: {
    id: Generated<string>
    order_line_id: string
    customer_id: string
    reason: RefundReason
    words: string | null
    status: Generated<RefundRequestStatus>
    requested_at: Date
    decided_at: Date | null
    /** What the customer was told. */
    answer: string | null
    refund_id: string | null
  }
  renditions: {
    track_id: string | null
    commission_id: string | null
    /** Whichever of the two it is. */
    recording_id: GeneratedAlways<string>
    format: RenditionFormat
    status: Generated<RenditionStatus>
    storage_key: string | null
    bytes: NullableBigInteger
    sha256: string | null
    refusal_code: string | null
    requested_by: string[]
    bought_by: Generated<string[]>
    requested_at: Timestamp
    finished_at: Date | null
    used_at: Timestamp
  }
  zip_downloads: { user_id: string; download_id: string; held_until: Date }
  downloads: {
    id: GeneratedAlways<string>
    user_id: string
    track_id: string | null
    commission_id: string | null
    downloaded_at: Timestamp
    /** Of the connection; null of what was downloaded before it was kept. */
    address: string | null
  }
}

export type OrderViews = {
  /** Bought tracks, and the recordings of approved commissions. */
  owned_recordings: {
    user_id: string
    /** The id of the track, or of the commission. */
    id: string
    track_id: string | null
    commission_id: string | null
    granted_at: Date
    title: string
    artist_id: string
    original_key: string
    original_container: string
    original_bytes: string
    original_sha256: string | null
    codec: string
    duration_ms: number
    loudness_lufs: number
    sample_rate_hz: number
    peaks: Uint8Array
    words: string
    order_line_id: string | null
    guide_key: string | null
    guide_container: string | null
    guide_bytes: string | null
  }
}
