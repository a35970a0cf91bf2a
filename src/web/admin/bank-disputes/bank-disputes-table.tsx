// The payments that customers dispute at their banks: each leads to its page.

import type { BankDispute } from '#contracts/admin/bank-disputes.ts'
import { adminBankDisputePath } from '#rules/admin/admin-paths.ts'
import { nextOfBankDispute } from '#rules/admin/next-steps.ts'
import { formatPence } from '#rules/price.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { AdminTable, Cell } from '../admin-table.tsx'
import { TaskCells, taskColumns } from '../tasks/task.tsx'
import { bankDisputeStatusNames, reasonName } from './bank-dispute-names.ts'

const columns = ['Amount', 'Customer', 'Reason', 'State', ...taskColumns] as const

export function BankDisputesTable({ disputes }: { disputes: readonly BankDispute[] }) {
  return (
    <AdminTable caption="Bank disputes" columns={columns}>
      {disputes.map((dispute) => (
        <tr key={dispute.id}>
          <Cell label="Amount">
            <PageLink
              href={adminBankDisputePath(dispute.id)}
              aria-label={`Bank dispute of ${formatPence(dispute.pence)} by ${dispute.customer.name}`}
            >
              {formatPence(dispute.pence)}
            </PageLink>
          </Cell>
          <Cell label="Customer">
            <bdi>{dispute.customer.name}</bdi>
          </Cell>
          <Cell label="Reason">{reasonName(dispute.reason)}</Cell>
          <Cell label="State">{bankDisputeStatusNames[dispute.status]}</Cell>
          <TaskCells
            kind="bank_dispute"
            id={dispute.id}
            about={`${formatPence(dispute.pence)} by ${dispute.customer.name}`}
            task={dispute.task}
            next={nextOfBankDispute(dispute)}
          />
        </tr>
      ))}
    </AdminTable>
  )
}
