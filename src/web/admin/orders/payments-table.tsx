import type { ListedPayment } from '#contracts/admin/payments.ts'
import { adminOrderPath, adminUserPath } from '#rules/admin/admin-paths.ts'
import { paymentNextSteps } from '#rules/payments/payment-needs.ts'
import { formatPence } from '#rules/price.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { paymentStatusLabels } from '../admin-labels.ts'
import { AdminTable, Cell } from '../admin-table.tsx'
import { ageText, ownerText } from '../tasks/task-texts.ts'

const columns = ['Order', 'Customer', 'Amount', 'Given back', 'State', 'Date']

export function PaymentsTable({ payments }: { payments: readonly ListedPayment[] }) {
  return (
    <AdminTable caption="Orders" columns={columns}>
      {payments.map((payment) => (
        <tr key={payment.id}>
          <Cell label="Order">
            <PageLink href={adminOrderPath(payment.id)}>
              {payment.receiptNumber ?? 'Without a receipt'}
              <span className="sr-only"> of {formatPence(payment.pence)}</span>
            </PageLink>
            <small>
              <bdi>{payment.title}</bdi>
              {payment.moreTitles > 0 && ` and ${payment.moreTitles} more`}
            </small>
          </Cell>
          <Cell label="Customer">
            <PageLink href={adminUserPath(payment.customer.id)}>
              <bdi>{payment.customer.name}</bdi>
            </PageLink>
          </Cell>
          <Cell label="Amount">{formatPence(payment.pence)}</Cell>
          <Cell label="Given back">{formatPence(payment.refundedPence)}</Cell>
          <Cell label="State">
            {paymentStatusLabels[payment.status]}
            {payment.needs.map((need) => (
              <small key={need}>{paymentNextSteps[need]}</small>
            ))}
            {payment.task !== null && (
              <small>
                Age: {ageText(payment.task.ageDays)}. Owner:{' '}
                <bdi>{ownerText(payment.task.owner)}</bdi>
              </small>
            )}
          </Cell>
          <Cell label="Date">
            <DateText iso={payment.paidAt ?? payment.createdAt} />
          </Cell>
        </tr>
      ))}
    </AdminTable>
  )
}
