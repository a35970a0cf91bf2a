// The payments that customers dispute at their banks: each leads to its page.

import type { BankDispute } from '#contracts/admin/bank-disputes.ts'
import { adminBankDisputePath } from '#rules/admin/admin-paths.ts'
import { formatPence } from '#rules/price.ts'
import { DateText, DateTimeText } from '#web/ui/date-text.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { AdminTable, Cell } from '../admin-table.tsx'
import { bankDisputeStatusNames, reasonName } from './bank-dispute-names.ts'

const columns = ['Amount', 'Customer', 'Reason', 'Since', 'State', 'Answer by'] as const

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
          <Cell label="Since">
            <DateText iso={dispute.openedAt} />
          </Cell>
          <Cell label="State">{bankDisputeStatusNames[dispute.status]}</Cell>
          <Cell label="Answer by">
            <Deadline dispute={dispute} />
          </Cell>
        </tr>
      ))}
    </AdminTable>
  )
}

/** None once the bank has the evidence. */
function Deadline({ dispute: { answerBy, answeredAt, decidedAt } }: { dispute: BankDispute }) {
  if (decidedAt !== null) return 'Decided'
  if (answeredAt !== null) return 'Answered'
  return answerBy === null ? 'Not stated' : <DateTimeText iso={answerBy} />
}
