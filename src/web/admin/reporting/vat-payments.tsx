// What is owed to the tax authority, and what was paid to it.

import type { VatOfYear } from '#contracts/admin/reporting.ts'
import { pageRoutes } from '#rules/page-paths.ts'
import { formatPence } from '#rules/price.ts'
import { monthName } from '#rules/sales/sale-months.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { AdminTable, Cell } from '../admin-table.tsx'

const columns = ['Paid on', 'Return', 'Amount', 'Reference', 'Recorded by'] as const

export function VatPayments({ owedPence, payments }: Pick<VatOfYear, 'owedPence' | 'payments'>) {
  return (
    <section aria-labelledby="vat-payments-title" className="stack">
      <h2 id="vat-payments-title">Paid to the tax authority</h2>
      <p>
        <strong>{formatPence(Math.abs(owedPence))}</strong>{' '}
        {owedPence < 0
          ? 'more was paid than the ledger owes: refunds have returned it since.'
          : 'is owed now, of all years.'}
      </p>
      {owedPence > 0 && (
        <p>
          <ButtonLink href={pageRoutes.adminVatPayment}>Record a payment</ButtonLink>
        </p>
      )}
      {payments.length > 0 && (
        <AdminTable caption="Payments of VAT" columns={columns}>
          {payments.map((payment) => (
            <tr key={payment.id}>
              <Cell label="Paid on">
                <DateText iso={payment.paidOn} />
              </Cell>
              <Cell label="Return">{periodOf(payment)}</Cell>
              <Cell label="Amount">{formatPence(payment.pence)}</Cell>
              <Cell label="Reference">
                <bdi>{payment.reference}</bdi>
              </Cell>
              <Cell label="Recorded by">
                <bdi>{payment.recordedBy}</bdi>
              </Cell>
            </tr>
          ))}
        </AdminTable>
      )}
    </section>
  )
}

function periodOf({ from, until }: VatOfYear['payments'][number]): string {
  return from === until ? monthName(from) : `${monthName(from)} to ${monthName(until)}`
}
