// An artist's papers: what is made for them and never changed, in one list.

import { laterPage, pageRoutes, taxReportPath, withQuery } from '../page-paths.ts'
import { monthName } from '../sales/sale-months.ts'
import { vatInvoiceNames, vatInvoicePath } from '../vat/vat-invoices.ts'

export const paperKinds = ['statement', 'vat_invoice', 'credit_note', 'tax_report'] as const
export type PaperKind = (typeof paperKinds)[number]

export const paperKindNames: Record<PaperKind, string> = {
  statement: 'Monthly statement',
  vat_invoice: vatInvoiceNames.invoice,
  credit_note: vatInvoiceNames.credit_note,
  tax_report: 'Tax report',
}

export const papersPageSize = 50
export const lastPapersPage = 100_000

export type PapersSearch = { kind?: PaperKind; page: number }

export const papersSearchFields = {
  kind: (value: unknown): PaperKind | undefined => paperKinds.find((kind) => kind === value),
  page(value: unknown): number {
    const page = Number(value)
    return Number.isInteger(page) && page <= lastPapersPage ? Math.max(page, 1) : 1
  },
}

export function readPapersSearch(params: URLSearchParams): PapersSearch {
  const kind = papersSearchFields.kind(params.get('kind'))
  const page = papersSearchFields.page(params.get('page'))
  return kind === undefined ? { page } : { kind, page }
}

/** Default values are left out: every kind, and the first page. */
export function artistPapersPath({ kind, page = 1 }: Partial<PapersSearch> = {}): string {
  return withQuery(pageRoutes.artistPapers, { kind, page: laterPage(page) })
}

/** @param paper.id of a VAT invoice or credit note its number */
export function paperPath({ kind, id }: { kind: PaperKind; id: string }): string {
  if (kind === 'statement') return pageRoutes.statement.replace(':id', id)
  return kind === 'tax_report' ? taxReportPath(id) : vatInvoicePath(id)
}

/** What a paper is for: '2026-11' → 'November 2026', '2026' → '2026' */
export function periodName(period: string): string {
  return period.includes('-') ? monthName(period) : period
}

export function statementFilePath(id: string): string {
  return `/api/statements/${id}/csv`
}

/** 'Statement 12, November 2026' */
export function statementTitle({ number, month }: { number: number; month: string }): string {
  return `Statement ${number}, ${monthName(month)}`
}
