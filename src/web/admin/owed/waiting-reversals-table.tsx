// What the card provider has not taken back from artists: each with its age, why, and what is next.

import type { WaitingReversal } from '#contracts/admin/debts.ts'
import { adminOrderPath, adminUserPath } from '#rules/admin/admin-paths.ts'
import { nextOfReversal } from '#rules/admin/next-steps.ts'
import { formatPence } from '#rules/price.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { debtCauseLabels } from '../admin-labels.ts'
import { AdminTable, Cell } from '../admin-table.tsx'
import { TaskCells, taskColumns } from '../tasks/task.tsx'

const columns = ['Artist', 'Amount', 'Because of', 'Order', 'Problem', ...taskColumns]

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
          <Cell label="Problem">
            <span className="user-text">{reversal.problem}</span>
          </Cell>
          <TaskCells
            kind="reversal"
            id={reversal.id}
            about={`${formatPence(reversal.pence)} of ${reversal.artist.name}`}
            task={reversal.task}
            next={nextOfReversal(reversal)}
          />
        </tr>
      ))}
    </AdminTable>
  )
}
