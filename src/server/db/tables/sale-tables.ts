import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { SaleKind, SaleStatus } from '#rules/sales/sale-process.ts'
import type { VatMode } from '#rules/vat/vat-terms.ts'
import type { BigInteger } from './column-types.ts'

export type SaleTables = {
  sales: {
    /** The id of the order line, or of the commission. */
    id: GeneratedAlways<string>
    kind: GeneratedAlways<SaleKind>
    order_line_id: string | null
    commission_id: string | null
    artist_id: string
    payment_id: string
    status: SaleStatus
    paid_at: Date
    /** When the ledger booked what the row says. */
    counted_at: Date
    /** The first day of the month of `counted_at`, in London. */
    month: GeneratedAlways<ColumnType<Date, string>>
    customer_pence: number
    platform_fee_pence: number
    processing_fee_pence: number
    /** The amount that the artist of a held commission will receive. */
    artist_pence: number
    refunded_pence: Generated<number>
    /** Frozen when it was paid: what contains VAT, and the rate in hundredths of a per cent. */
    vat_mode: Generated<VatMode>
    vat_rate: Generated<number>
    /** The number of the seller; null for a sale without VAT. */
    vat_number: string | null
    /** What contained VAT when it was paid, divided. */
    vat_net_pence: Generated<number>
    vat_pence: Generated<number>
    /** What refunds have returned of the VAT. */
    vat_returned_pence: Generated<number>
  }
  /** The sales of an artist, counted by what lists are filtered by. */
  sale_sums: {
    artist_id: string
    month: ColumnType<Date, string>
    kind: SaleKind
    status: SaleStatus
    sales: number
    customer_pence: BigInteger
    platform_fee_pence: BigInteger
    processing_fee_pence: BigInteger
    artist_pence: BigInteger
    refunded_pence: BigInteger
  }
}
