// Invoices for the platform's fees, with their VAT: what they are called, and where they are read.

import { pageRoutes } from '../page-paths.ts'

/** A credit note takes back what an earlier invoice has said. */
export const vatInvoiceKinds = ['invoice', 'credit_note'] as const
export type VatInvoiceKind = (typeof vatInvoiceKinds)[number]

export const vatInvoiceNames: Record<VatInvoiceKind, string> = {
  invoice: 'VAT invoice',
  credit_note: 'VAT credit note',
}

/** Each kind is numbered without gaps, in a series of its own. */
const prefixes: Record<VatInvoiceKind, string> = { invoice: 'INV-', credit_note: 'CRN-' }
const minDigits = 6

/** Up to nine digits: the database stores the serial as an integer. */
export const vatInvoiceNumberPattern = /^(INV|CRN)-\d{6,9}$/

/** 'INV-000012' */
export function vatInvoiceNumber(kind: VatInvoiceKind, serial: number): string {
  return prefixes[kind] + String(serial).padStart(minDigits, '0')
}

/** The text matches the pattern. */
export function readVatInvoiceNumber(number: string): { kind: VatInvoiceKind; serial: number } {
  const kind = number.startsWith(prefixes.invoice) ? 'invoice' : 'credit_note'
  return { kind, serial: Number(number.slice(prefixes[kind].length)) }
}

export function vatInvoicesPath(): string {
  return pageRoutes.vatInvoices
}

export function vatInvoicePath(number: string): string {
  return pageRoutes.vatInvoice.replace(':invoice', number)
}
