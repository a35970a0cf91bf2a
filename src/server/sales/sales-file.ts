// An artist's sales as a CSV file: a row each, with the amounts in pounds.

import type { Sale } from '#contracts/sales.ts'
import { bankPayoutNames } from '#rules/payments/bank-payout-process.ts'
import { sharePlaceNames } from '#rules/sales/share-places.ts'
import type { SalesFilter } from '#rules/sales/sales-search.ts'
import { saleKindNames, saleStateNames } from '#rules/sales/sale-texts.ts'
import { csvHead, csvRows, exactPounds, isoDay, type CsvColumn } from '#rules/csv.ts'
import { presentSale, sumTaken } from './sale-presenter.ts'
import type { SaleRow } from './sale-queries.ts'

/** The sums of both columns over all sales of a payment are what the ledger has of it. */
type FileRow = Sale & { nettedPence: number; takenBackPence: number }

const columns: readonly CsvColumn<FileRow>[] = [
  { name: 'Paid on', cell: ({ paidAt }) => isoDay(paidAt) },
  { name: 'Counts on', cell: ({ countedAt }) => isoDay(countedAt) },
  { name: 'Kind', cell: ({ kind }) => saleKindNames[kind] },
  { name: 'Title', cell: ({ title }) => title },
  { name: 'Paid by the singer (GBP)', cell: ({ customerPence }) => exactPounds(customerPence) },
  { name: 'Platform fee (GBP)', cell: (sale) => exactPounds(sale.platformFeePence) },
  { name: 'Processing fee (GBP)', cell: (sale) => exactPounds(sale.processingFeePence) },
  { name: 'Sent back to the singer (GBP)', cell: (sale) => exactPounds(sale.refundedPence) },
  { name: 'Your share (GBP)', cell: ({ artistPence }) => exactPounds(artistPence) },
  {
    name: 'State',
    cell: ({ state, transfer }) =>
      transfer === null ? saleStateNames[state] : sharePlaceNames[transfer.place],
  },
  { name: 'Waits because', cell: ({ waitsFor }) => waitsFor },
  { name: 'Transferred on', cell: ({ transfer }) => transfer && isoDay(transfer.sentAt) },
  {
    name: 'Transfer',
    cell: ({ transfer }) => transfer && (transfer.providerId ?? transfer.reference),
  },
  { name: 'Netted (GBP)', cell: ({ nettedPence }) => exactPounds(nettedPence) },
  { name: 'Taken back (GBP)', cell: (sale) => exactPounds(sale.takenBackPence) },
  { name: 'Bank payout', cell: ({ transfer }) => transfer?.bankPayout?.id ?? null },
  {
    name: 'State of the bank payout',
    cell: ({ transfer }) =>
      transfer?.bankPayout ? bankPayoutNames[transfer.bankPayout.status] : null,
  },
  { name: 'Sale', cell: ({ id }) => id },
]

export async function* fileOf(batches: AsyncIterable<SaleRow[]>): AsyncGenerator<string> {
  yield csvHead(columns)
  for await (const batch of batches) yield csvRows(columns, batch.map(rowOf))
}

function rowOf(row: SaleRow): FileRow {
  return {
    ...presentSale(row),
    nettedPence: row.netted_pence,
    takenBackPence: sumTaken(row.taken_back),
  }
}

export function fileName({ month, kind, state }: SalesFilter): string {
  const parts = [month, kind && saleKindNames[kind], state && saleStateNames[state]]
  return ['Undersong sales', ...parts.filter((part) => part !== undefined)].join(' ') + '.csv'
}
