// What artists owe: each debt links to the page where an admin decides about it.

import type { DebtSummary } from '#contracts/admin/debts.ts'
import { adminDebtPath, adminUserPath } from '#rules/admin/admin-paths.ts'
import { nextOfDebt } from '#rules/admin/next-steps.ts'
import { formatPence } from '#rules/price.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { debtCauseLabels } from '../admin-labels.ts'
import { AdminTable, Cell } from '../admin-table.tsx'
import { TaskCells, taskColumns } from '../tasks/task.tsx'

const columns = ['Artist', 'Owed', 'Because of', ...taskColumns]

export function DebtsTable({ debts }: { debts: readonly DebtSummary[] }) {
  return (
    <AdminTable caption="What artists owe" columns={columns}>
      {debts.map((debt) => (
        <tr key={debt.id}>
          <Cell label="Artist">
            <PageLink href={adminUserPath(debt.artist.id)}>
              <bdi>{debt.artist.name}</bdi>
            </PageLink>
          </Cell>
          <Cell label="Owed">
            <PageLink
              href={adminDebtPath(debt.id)}
              aria-label={`Debt of ${formatPence(debt.pence)}`}
            >
              {formatPence(debt.pence)}
            </PageLink>
          </Cell>
          <Cell label="Because of">{debtCauseLabels[debt.cause]}</Cell>
          <TaskCells
            kind="reversal"
            id={debt.id}
            about={`${formatPence(debt.pence)} of ${debt.artist.name}`}
            task={debt.task}
            next={nextOfDebt({ ...debt, isOpen: true })}
          >
            {debt.askedAt !== null && (
              <small>
                Asked for the money on <DateText iso={debt.askedAt} />
              </small>
            )}
          </TaskCells>
        </tr>
      ))}
    </AdminTable>
  )
}
