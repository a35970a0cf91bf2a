// An artist's sales as a CSV file: a row each, with the amounts in pounds.

import type { SalesFilter } from '#rules/sales/sales-search.ts'
import { saleKindNames, saleStateNames } from '#rules/sales/sale-texts.ts'
import { byteOrderMark, csvRow, exactPounds, type CsvCell } from '#server/http/csv.ts'
import { presentSale } from './sale-presenter.ts'
import type { SaleRow } from './sale-queries.ts'

type Column = { name: string; cell: (sale: ReturnType<typeof presentSale>) => CsvCell }

const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' })
const dayOf = (iso: string) => day.format(new Date(iso))

const columns: readonly Column[] = [
  { name: 'Paid on', cell: ({ paidAt }) => dayOf(paidAt) },
  { name: 'Counts on', cell: ({ countedAt }) => dayOf(countedAt) },
  { name: 'Kind', cell: ({ kind }) => saleKindNames[kind] },
  { name: 'Title', cell: ({ title }) => title },
  { name: 'Paid by the singer (GBP)', cell: ({ customerPence }) => exactPounds(customerPence) },
  { name: 'Platform fee (GBP)', cell: (sale) => exactPounds(sale.platformFeePence) },
  { name: 'Processing fee (GBP)', cell: (sale) => exactPounds(sale.processingFeePence) },
  { name: 'Sent back to the singer (GBP)', cell: (sale) => exactPounds(sale.refundedPence) },
  { name: 'Your share (GBP)', cell: ({ artistPence }) => exactPounds(artistPence) },
  { name: 'State', cell: ({ state }) => saleStateNames[state] },
  { name: 'Waits because', cell: ({ waitsFor }) => waitsFor },
  { name: 'Transferred on', cell: ({ transfer }) => transfer && dayOf(transfer.sentAt) },
  {
    name: 'Transfer',
    cell: ({ transfer }) => transfer && (transfer.providerId ?? transfer.reference),
  },
  { name: 'Sale', cell: ({ id }) => id },
]

export async function* fileOf(batches: AsyncIterable<SaleRow[]>): AsyncGenerator<string> {
  yield byteOrderMark + csvRow(columns.map(({ name }) => name))
  for await (const batch of batches) yield batch.map(fileRow).join('')
}

function fileRow(row: SaleRow): string {
  const sale = presentSale(row)
  return csvRow(columns.map(({ cell }) => cell(sale)))
}

export function fileName({ month, kind, state }: SalesFilter): string {
  const parts = [month, kind && saleKindNames[kind], state && saleStateNames[state]]
  return ['Undersong sales', ...parts.filter((part) => part !== undefined)].join(' ') + '.csv'
}
