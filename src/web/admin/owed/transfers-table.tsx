import type { UnsentTransfer } from '#contracts/admin/owed-money.ts'
import { adminOwedPath, adminUserPath } from '#rules/admin/admin-paths.ts'
import { nextOfOwed } from '#rules/admin/next-steps.ts'
import { formatPence } from '#rules/price.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { owedStatusLabels } from '../admin-labels.ts'
import { AdminTable, Cell } from '../admin-table.tsx'
import { TaskCells, taskColumns } from '../tasks/task.tsx'

const columns = ['Artist', 'Amount', 'State', ...taskColumns]

export function TransfersTable({ transfers }: { transfers: readonly UnsentTransfer[] }) {
  return (
    <AdminTable caption="Transfers that were not sent" columns={columns}>
      {transfers.map((transfer) => (
        <tr key={transfer.id}>
          <Cell label="Artist">
            <PageLink href={adminUserPath(transfer.artist.id)}>
              <bdi>{transfer.artist.name}</bdi>
            </PageLink>
          </Cell>
          <Cell label="Amount">{formatPence(transfer.pence)}</Cell>
          <Cell label="State">
            {owedStatusLabels[transfer.status]}
            {transfer.problem !== null && <small>{transfer.problem}</small>}
          </Cell>
          <TaskCells
            kind="transfer"
            id={transfer.id}
            about={`to ${transfer.artist.name}`}
            task={transfer.task}
            next={nextOfOwed(transfer)}
            href={adminOwedPath('transfer', transfer.id)}
          />
        </tr>
      ))}
    </AdminTable>
  )
}
