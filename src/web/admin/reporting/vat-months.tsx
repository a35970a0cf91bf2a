// The VAT that sales have contained, less what refunds have returned, by month and rate.

import type { VatOfMonth } from '#contracts/admin/reporting.ts'
import { formatPence } from '#rules/price.ts'
import { monthName } from '#rules/sales/sale-months.ts'
import { vatPercent } from '#rules/vat/vat-terms.ts'
import { AdminTable, Cell } from '../admin-table.tsx'

const columns = ['Month', 'Contained in', 'Rate', 'Net', 'VAT', 'Returned', 'Left'] as const

const contents: Record<VatOfMonth['mode'], string> = {
  fee: 'Our fees',
  sale: 'Customers’ prices',
}

export function VatMonths({ months }: { months: readonly VatOfMonth[] }) {
  const leftPence = months.reduce((sum, month) => sum + leftOf(month), 0)
  return (
    <>
      <p>
        <strong>{formatPence(leftPence)}</strong> of VAT is left of the year, after what refunds of
        these months have returned, whenever their sales were.
      </p>
      <AdminTable caption="VAT by month" columns={columns}>
        {months.map((row) => (
          <tr key={`${row.month} ${row.mode} ${row.rate}`}>
            <Cell label="Month">{monthName(row.month)}</Cell>
            <Cell label="Contained in">{contents[row.mode]}</Cell>
            <Cell label="Rate">{vatPercent(row.rate)}</Cell>
            <Cell label="Net">{formatPence(row.netPence)}</Cell>
            <Cell label="VAT">{formatPence(row.vatPence)}</Cell>
            <Cell label="Returned">
              {formatPence(row.returnedVatPence)}
              <p className="detail">of {formatPence(row.returnedNetPence)} net</p>
            </Cell>
            <Cell label="Left">{formatPence(leftOf(row))}</Cell>
          </tr>
        ))}
      </AdminTable>
    </>
  )
}

const leftOf = ({ vatPence, returnedVatPence }: VatOfMonth) => vatPence - returnedVatPence
