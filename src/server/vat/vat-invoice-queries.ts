// Invoices for the platform's fees, as their artists and admins read them.

import { sql } from 'kysely'
import type { VatInvoice } from '#contracts/vat-invoices.ts'
import {
  readVatInvoiceNumber,
  vatInvoiceNumber,
  vatLinesPageSize,
  type VatInvoiceKind,
  type VatInvoiceSearch,
} from '#rules/vat/vat-invoices.ts'
import type { Db } from '#server/db/client.ts'
import { pageAt } from '#server/db/paging.ts'

export type VatInvoiceRow = {
  id: string
  kind: VatInvoiceKind
  serial: number
  /** '2026-11' */
  month: string
  issued_at: Date
  seller_name: string
  seller_address: string[]
  vat_number: string
  artist_name: string
  artist_email: string
  line_count: number
  net_pence: number
  vat_pence: number
}

/** @param wanted.ofArtist null for an admin, who may read every invoice */
export async function findVatInvoice(
  db: Db,
  { number, ofArtist }: { number: string; ofArtist: string | null },
): Promise<VatInvoiceRow | null> {
  const { kind, serial } = readVatInvoiceNumber(number)
  const isOwn = ofArtist === null ? sql`true` : sql`artist_id = ${ofArtist}`
  const { rows } = await sql<VatInvoiceRow>`
    select id, kind, serial, to_char(month, 'YYYY-MM') as month, issued_at, seller_name, seller_address, vat_number,
      artist_name, artist_email, sums.*
    from vat_invoices
    cross join lateral (
      select count(*)::int as line_count, coalesce(sum(net_pence), 0)::int as net_pence,
        coalesce(sum(vat_pence), 0)::int as vat_pence
      from vat_invoice_lines where invoice_id = vat_invoices.id
    ) as sums
    where kind = ${kind} and serial = ${serial} and ${isOwn}
  `.execute(db)
  return rows[0] ?? null
}

/** With a page of its lines, or with all of them. */
export async function presentVatInvoice(
  db: Db,
  invoice: VatInvoiceRow,
  { page, lines: shown }: VatInvoiceSearch,
): Promise<VatInvoice> {
  const size = shown === 'all' ? Math.max(invoice.line_count, 1) : vatLinesPageSize
  const { paging, offset } = pageAt({ page, total: invoice.line_count, size })
  const lines = await findLines(db, invoice.id, { offset, limit: size })
  return {
    number: vatInvoiceNumber(invoice.kind, invoice.serial),
    kind: invoice.kind,
    month: invoice.month,
    issuedAt: invoice.issued_at.toISOString(),
    netPence: invoice.net_pence,
    vatPence: invoice.vat_pence,
    lineCount: invoice.line_count,
    seller: {
      name: invoice.seller_name,
      address: invoice.seller_address,
      vatNumber: invoice.vat_number,
    },
    artist: { name: invoice.artist_name, email: invoice.artist_email },
    lines: lines.map((line) => ({
      id: line.refund_id ?? line.sale_id,
      title: line.title,
      at: line.at.toISOString(),
      isRefund: line.refund_id !== null,
      corrects: line.serial === null ? null : vatInvoiceNumber('invoice', line.serial),
      rate: line.vat_rate,
      netPence: line.net_pence,
      vatPence: line.vat_pence,
    })),
    ...paging,
  }
}

export type VatLineRow = Awaited<ReturnType<typeof findLines>>[number]

/** In the order of the index `vat_invoice_lines_in_order`. */
function findLines(
  db: Db,
  invoiceId: string,
  { offset, limit }: { offset: number; limit: number },
) {
  return db
    .selectFrom('vat_invoice_lines')
    .leftJoin('vat_invoices as corrected', 'corrected.id', 'corrects')
    .select([
      'sale_id',
      'title',
      'at',
      'refund_id',
      'corrected.serial',
      'vat_rate',
      'net_pence',
      'vat_pence',
    ])
    .where('invoice_id', '=', invoiceId)
    .orderBy('at')
    .orderBy('sale_id')
    .orderBy('refund_id', (direction) => direction.asc().nullsFirst())
    .offset(offset)
    .limit(limit)
    .execute()
}

const batchSize = 1_000

/** All of them, in batches: they never change. */
export async function* readVatLines(
  db: Db,
  { id, line_count: count }: VatInvoiceRow,
): AsyncGenerator<VatLineRow[]> {
  for (let offset = 0; offset < count; offset += batchSize)
    yield await findLines(db, id, { offset, limit: batchSize })
}
