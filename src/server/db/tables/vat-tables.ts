import type { ColumnType, Generated } from 'kysely'
import type { VatInvoiceKind } from '#rules/vat/vat-invoices.ts'

export type VatTables = {
  /** One row of each kind. */
  vat_invoice_counters: { kind: VatInvoiceKind; last_serial: Generated<number> }
  vat_invoices: {
    id: Generated<string>
    kind: VatInvoiceKind
    /** Shown as rules/vat/vat-invoices.ts writes it. */
    serial: number
    artist_id: string
    /** The first day of the month that it is for. */
    month: ColumnType<Date, string>
    issued_at: Date
    seller_name: string
    seller_address: string[]
    vat_number: string
    artist_name: string
    artist_email: string
  }
  vat_invoice_lines: {
    invoice_id: string
    sale_id: string
    /** Null: the fee of the sale itself. */
    refund_id: string | null
    /** The invoice that a line of a credit note takes back from. */
    corrects: string | null
    title: string
    at: Date
    /** In hundredths of a per cent. */
    vat_rate: number
    /** Below zero: what went back before the invoice was made. */
    net_pence: number
    vat_pence: number
  } /** Whom invoices name that are still to be made for a deleted account. */
  vat_recipients: {
    artist_id: string
    name: string
    email: string
    /** The first day of the last month of which something is not invoiced. */
    until_month: ColumnType<Date, string>
  }
  /** From the operator's bank to the tax authority. Never changed. */
  vat_payments: {
    id: string
    /** The first days of the first and the last month of the return. */
    from_month: ColumnType<Date, string>
    until_month: ColumnType<Date, string>
    amount_pence: number
    reference: string
    paid_on: ColumnType<Date, string>
    recorded_by: string
    recorded_at: Date
  }
}
