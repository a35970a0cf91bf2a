// Invoices for the platform's fees, as their artists and admins read them.

import { sql } from 'kysely'
import type { VatInvoice, VatInvoiceList } from '#contracts/vat-invoices.ts'
import { sumOfVat } from '#rules/vat/contained-vat.ts'
import { readVatInvoiceNumber, vatInvoiceNumber } from '#rules/vat/vat-invoices.ts'
import type { Db } from '#server/db/client.ts'

export async function findVatInvoices(db: Db, artistId: string): Promise<VatInvoiceList> {
  const rows = await db
    .selectFrom('vat_invoices')
    .innerJoin('vat_invoice_lines', 'invoice_id', 'vat_invoices.id')
    .select(['kind', 'serial', monthText.as('month'), 'issued_at'])
    .select((eb) => [
      eb.fn.sum<string>('net_pence').as('net_pence'),
      eb.fn.sum<string>('vat_pence').as('vat_pence'),
    ])
    .where('artist_id', '=', artistId)
    .groupBy('vat_invoices.id')
    .orderBy('vat_invoices.month', 'desc')
    .orderBy('kind', 'desc')
    .orderBy('serial', 'desc')
    .execute()
  const invoices = rows.map((row) => ({
    number: vatInvoiceNumber(row.kind, row.serial),
    kind: row.kind,
    month: row.month,
    issuedAt: row.issued_at.toISOString(),
    netPence: Number(row.net_pence),
    vatPence: Number(row.vat_pence),
  }))
  return { invoices }
}

export async function hasVatInvoices(db: Db, artistId: string): Promise<boolean> {
  const found = await db
    .selectFrom('vat_invoices')
    .select('id')
    .where('artist_id', '=', artistId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** @param ofArtist null for an admin, who may read every invoice */
export async function findVatInvoice(
  db: Db,
  { number, ofArtist }: { number: string; ofArtist: string | null },
): Promise<VatInvoice | null> {
  const { kind, serial } = readVatInvoiceNumber(number)
  const invoice = await db
    .selectFrom('vat_invoices')
    .selectAll()
    .select(monthText.as('month_text'))
    .where('kind', '=', kind)
    .where('serial', '=', serial)
    .$if(ofArtist !== null, (query) => query.where('artist_id', '=', ofArtist ?? ''))
    .executeTakeFirst()
  if (!invoice) return null
  const lines = (await findLines(db, invoice.id)).map((line) => ({
    id: line.refund_id ?? line.sale_id,
    title: line.title,
    at: line.at.toISOString(),
    isRefund: line.refund_id !== null,
    corrects: line.serial === null ? null : vatInvoiceNumber('invoice', line.serial),
    rate: line.vat_rate,
    netPence: line.net_pence,
    vatPence: line.vat_pence,
  }))
  return {
    number,
    kind,
    month: invoice.month_text,
    issuedAt: invoice.issued_at.toISOString(),
    ...sumOfVat(lines),
    seller: {
      name: invoice.seller_name,
      address: invoice.seller_address,
      vatNumber: invoice.vat_number,
    },
    artist: { name: invoice.artist_name, email: invoice.artist_email },
    lines,
  }
}

function findLines(db: Db, invoiceId: string) {
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
    .execute()
}

/** '2026-11' */
const monthText = sql<string>`to_char(vat_invoices.month, 'YYYY-MM')`
