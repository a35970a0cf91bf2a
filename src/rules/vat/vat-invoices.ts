// Invoices for the platform's fees, with their VAT: what they are called, and where they are read.

import { laterPage, pageRoutes, withQuery } from '../page-paths.ts'

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

/** So many lines stand on one page of an invoice. */
export const vatLinesPageSize = 100
export const lastVatLinesPage = 100_000

/** `all`: every line on one page, to print them. */
export const vatLinesShown = ['all'] as const

export const vatInvoiceSearchFields = {
  page(value: unknown): number {
    const page = Number(value)
    return Number.isInteger(page) && page <= lastVatLinesPage ? Math.max(page, 1) : 1
  },
  lines: (value: unknown) => vatLinesShown.find((shown) => shown === value),
}

export type VatInvoiceSearch = {
  page: number
  lines?: (typeof vatLinesShown)[number] | undefined
}

export function readVatInvoiceSearch(params: URLSearchParams): VatInvoiceSearch {
  const lines = vatInvoiceSearchFields.lines(params.get('lines'))
  const page = vatInvoiceSearchFields.page(params.get('page'))
  return lines === undefined ? { page } : { page, lines }
}

export function vatInvoicePath(
  number: string,
  { page = 1, lines }: Partial<VatInvoiceSearch> = {},
): string {
  const path = pageRoutes.vatInvoice.replace(':invoice', number)
  return withQuery(path, { lines, page: laterPage(page) })
}

export function vatInvoiceFilePath(number: string): string {
  return `/api/artist/vat-invoices/${number}/csv`
}
