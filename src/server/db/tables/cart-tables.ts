import type { Timestamp } from './column-types.ts'

export type CartTables = {
  cart_items: { customer_id: string; track_id: string; added_at: Timestamp }
}
