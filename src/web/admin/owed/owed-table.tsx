// Refunds and transfers that a user does not have yet: each links to the page where it can be settled.

import type { OwedSummary } from '#contracts/admin/owed-money.ts'
import { adminOwedPath } from '#rules/admin/admin-paths.ts'
import { formatPence } from '#rules/price.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { owedKindLabels, owedStatusLabels } from '../admin-labels.ts'
import { AdminTable, Cell } from '../admin-table.tsx'

const columns = ['What', 'Amount', 'Since', 'State']

export function OwedTable({ owed }: { owed: readonly OwedSummary[] }) {
  return (
    <AdminTable caption="What is owed to them" columns={columns}>
      {owed.map(({ kind, id, pence, status, problem, createdAt }) => (
        <tr key={id}>
          <Cell label="What">
            <PageLink
              href={adminOwedPath(kind, id)}
              aria-label={`${owedKindLabels[kind]} of ${formatPence(pence)}`}
            >
              {owedKindLabels[kind]}
            </PageLink>
          </Cell>
          <Cell label="Amount">{formatPence(pence)}</Cell>
          <Cell label="Since">
            <DateText iso={createdAt} />
          </Cell>
          <Cell label="State">
            {owedStatusLabels[status]}
            {problem !== null && <p className="user-text">{problem}</p>}
          </Cell>
        </tr>
      ))}
    </AdminTable>
  )
}
