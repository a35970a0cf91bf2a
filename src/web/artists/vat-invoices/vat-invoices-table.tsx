// An artist's invoices for the platform's fees.

import type { VatInvoiceList } from '#contracts/vat-invoices.ts'
import { formatPence } from '#rules/price.ts'
import { monthName } from '#rules/sales/sale-months.ts'
import { vatInvoiceNames, vatInvoicePath } from '#rules/vat/vat-invoices.ts'
import { AdminTable, Cell } from '#web/admin/admin-table.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageLink } from '#web/ui/page-link.tsx'

const columns = ['Number', 'For', 'Made on', 'Without VAT', 'VAT'] as const

export function VatInvoicesTable({ list: { invoices } }: { list: VatInvoiceList }) {
  if (invoices.length === 0)
    return (
      <EmptyState
        title="No VAT invoices"
        text="Where our fees contain VAT, an invoice for each month is made on the 2nd of the next one."
      />
    )
  return (
    <AdminTable caption="Invoices for our fees" columns={columns}>
      {invoices.map(({ number, kind, month, issuedAt, netPence, vatPence }) => (
        <tr key={number}>
          <Cell label="Number">
            <PageLink href={vatInvoicePath(number)}>{number}</PageLink>
            <small>{vatInvoiceNames[kind]}</small>
          </Cell>
          <Cell label="For">{monthName(month)}</Cell>
          <Cell label="Made on">
            <DateText iso={issuedAt} />
          </Cell>
          <Cell label="Without VAT">{formatPence(netPence)}</Cell>
          <Cell label="VAT">{formatPence(vatPence)}</Cell>
        </tr>
      ))}
    </AdminTable>
  )
}
