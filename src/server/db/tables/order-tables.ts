import type { Generated, GeneratedAlways } from 'kysely'
import type { OrderStatus } from '#rules/order-process.ts'
import type { Timestamp } from './column-types.ts'

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
}
