// An invoice for the platform's fees as a CSV file: a row for each line, with the amounts in pounds, and one for its sums.

import { csvHead, csvRows, exactPounds, isoDay, type CsvCell, type CsvColumn } from '#rules/csv.ts'
import { vatInvoiceNumber } from '#rules/vat/vat-invoices.ts'
import type { VatInvoiceRow, VatLineRow } from './vat-invoice-queries.ts'

type FileRow = {
  at: Date | null
  name: string
  title: string | null
  corrects: number | null
  /** In hundredths of a per cent. */
  rate: number | null
  netPence: number
  vatPence: number
}

const percent = (rate: number): CsvCell => ({ number: String(rate / 100) })

const columns: readonly CsvColumn<FileRow>[] = [
  { name: 'Date', cell: ({ at }) => at && isoDay(at) },
  { name: 'Kind', cell: ({ name }) => name },
  { name: 'Fee for', cell: ({ title }) => title },
  {
    name: 'Corrects invoice',
    cell: ({ corrects }) => (corrects === null ? null : vatInvoiceNumber('invoice', corrects)),
  },
  { name: 'Rate (%)', cell: ({ rate }) => (rate === null ? null : percent(rate)) },
  { name: 'Without VAT (GBP)', cell: ({ netPence }) => exactPounds(netPence) },
  { name: 'VAT (GBP)', cell: ({ vatPence }) => exactPounds(vatPence) },
  { name: 'With VAT (GBP)', cell: (row) => exactPounds(row.netPence + row.vatPence) },
]

export async function* vatInvoiceFile(
  { net_pence: netPence, vat_pence: vatPence }: VatInvoiceRow,
  batches: AsyncIterable<VatLineRow[]>,
): AsyncGenerator<string> {
  yield csvHead(columns)
  for await (const batch of batches) yield csvRows(columns, batch.map(lineRow))
  const sums = { at: null, title: null, corrects: null, rate: null, netPence, vatPence }
  yield csvRows(columns, [{ name: 'Together', ...sums }])
}

function lineRow(line: VatLineRow): FileRow {
  return {
    at: line.at,
    name: line.refund_id === null ? 'Fee' : 'Given back',
    title: line.title,
    corrects: line.serial,
    rate: line.vat_rate,
    netPence: line.net_pence,
    vatPence: line.vat_pence,
  }
}

export function vatInvoiceFileName({ kind, serial, month }: VatInvoiceRow): string {
  return `Undersong ${vatInvoiceNumber(kind, serial)} ${month}.csv`
}
