import type { Generated, GeneratedAlways } from 'kysely'
import type { Timestamp } from './column-types.ts'

export type OrderTables = {
  orders: {
    id: string
    customer_id: string
    status: Generated<OrderStatus>
    total_pence: number
    cart_hash: string
    checkout_session_id: string | null
    checkout_url: string | null
    payment_intent_id: string | null
    charge_id: string | null
    created_at: Timestamp
    expires_at: Date
    asked_at: Date | null
    paid_at: Date | null
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
  entitlements: { user_id: string; track_id: string; order_line_id: string; granted_at: Timestamp }
  downloads: {
    id: GeneratedAlways<string>
    user_id: string
    track_id: string
    downloaded_at: Timestamp
  }
}

export type OrderStatus =
  | 'pending'
  | 'paid'
  | 'part_refunded'
  | 'refunded'
  | 'disputed'
  | 'failed'
  | 'expired'
