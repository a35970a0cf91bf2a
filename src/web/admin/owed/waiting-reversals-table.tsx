// What the card provider has not taken back from artists: each with its age, why, and what is next.

import type { WaitingReversal } from '#contracts/admin/debts.ts'
import { adminOrderPath, adminUserPath } from '#rules/admin/admin-paths.ts'
import { formatPence } from '#rules/price.ts'
import { DateTimeText } from '#web/ui/date-text.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { debtCauseLabels } from '../admin-labels.ts'
import { AdminTable, Cell } from '../admin-table.tsx'
import { ageText } from '../days/differences-table.tsx'

const columns = ['Artist', 'Amount', 'Because of', 'Order', 'Age', 'Problem', 'Next step']

export function WaitingReversalsTable({ reversals }: { reversals: readonly WaitingReversal[] }) {
  return (
    <AdminTable caption="Not taken back yet" columns={columns}>
      {reversals.map((reversal) => (
        <tr key={reversal.id}>
          <Cell label="Artist">
            <PageLink href={adminUserPath(reversal.artist.id)}>
              <bdi>{reversal.artist.name}</bdi>
            </PageLink>
          </Cell>
          <Cell label="Amount">{formatPence(reversal.pence)}</Cell>
          <Cell label="Because of">{debtCauseLabels[reversal.cause]}</Cell>
          <Cell label="Order">
            <PageLink href={adminOrderPath(reversal.paymentId)}>
              {reversal.receiptNumber ?? 'Without a receipt'}
            </PageLink>
          </Cell>
          <Cell label="Age">{ageText(reversal.ageDays)}</Cell>
          <Cell label="Problem">
            <span className="user-text">{reversal.problem}</span>
          </Cell>
          <Cell label="Next step">
            <NextStep reversal={reversal} />
          </Cell>
        </tr>
      ))}
    </AdminTable>
  )
}

function NextStep({ reversal: { isRefused, dueAt } }: { reversal: WaitingReversal }) {
  return (
    <>
      {isRefused
        ? 'Put right at the card provider what it refuses: after two weeks it becomes a debt. Tried again on '
        : 'Nothing: the card provider does not answer. Tried again on '}
      <DateTimeText iso={dueAt} />
    </>
  )
}
