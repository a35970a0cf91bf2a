// The days that are compared with the card provider and closed.

import type { ReconciledDay } from '#contracts/admin/reconciliation.ts'
import { adminDayPath } from '#rules/admin/admin-paths.ts'
import { formatPence } from '#rules/price.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { AdminTable, Cell } from '../admin-table.tsx'

const columns = ['Day', 'Balance before', 'Balance after', 'Movements', 'Open differences'] as const

export function DaysTable({ days }: { days: readonly ReconciledDay[] }) {
  return (
    <AdminTable caption="Closed days" columns={columns}>
      {days.map(({ day, openingPence, closingPence, transactions, openDifferences }) => (
        <tr key={day}>
          <Cell label="Day">
            <PageLink href={adminDayPath(day)}>
              <DateText iso={day} />
            </PageLink>
          </Cell>
          <Cell label="Balance before">{formatPence(openingPence)}</Cell>
          <Cell label="Balance after">{formatPence(closingPence)}</Cell>
          <Cell label="Movements">{transactions}</Cell>
          <Cell label="Open differences">{openDifferences}</Cell>
        </tr>
      ))}
    </AdminTable>
  )
}
