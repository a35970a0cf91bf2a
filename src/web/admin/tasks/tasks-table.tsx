// How much of each kind waits for a person: each number leads to the list.

import type { TaskCounts } from '#contracts/admin/tasks.ts'
import { adminPath } from '#rules/admin/admin-paths.ts'
import type { TaskKind, TaskOwners } from '#rules/admin/admin-tasks.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { wholeNumber } from '#web/ui/whole-number.ts'
import { AdminTable, Cell } from '../admin-table.tsx'
import { ageText } from './task-texts.ts'

const columns = ['What', 'Waiting', 'Nobody’s', 'Yours', 'Oldest'] as const

type Kind = {
  label: string
  list: 'refunds' | 'transfers' | 'debts' | 'bankDisputes' | 'money' | 'reconciliation'
}

const kinds: Record<TaskKind, Kind> = {
  refund_request: { label: 'Requests for refunds', list: 'refunds' },
  refund: { label: 'Refunds that have failed', list: 'refunds' },
  found_refund: { label: 'Refunds made at the card provider', list: 'refunds' },
  transfer: { label: 'Transfers that have failed', list: 'transfers' },
  reversal: { label: 'Debts to decide, and reversals that are refused', list: 'debts' },
  bank_dispute: { label: 'Bank disputes to answer', list: 'bankDisputes' },
  movement: { label: 'Unexplained movements', list: 'money' },
  difference: { label: 'Open differences', list: 'reconciliation' },
}

export function TasksTable({ tasks }: { tasks: readonly TaskCounts[] }) {
  return (
    <AdminTable caption="What waits for a person" columns={columns}>
      {tasks.map((counts) => (
        <tr key={counts.kind}>
          <Cell label="What">
            <PageLink href={adminPath(kinds[counts.kind].list)}>
              {kinds[counts.kind].label}
            </PageLink>
          </Cell>
          <Cell label="Waiting">{wholeNumber(counts.waiting)}</Cell>
          <Cell label="Nobody’s">
            <Count kind={counts.kind} count={counts.nobodys} owner="nobody" />
          </Cell>
          <Cell label="Yours">
            <Count kind={counts.kind} count={counts.mine} owner="mine" />
          </Cell>
          <Cell label="Oldest">{counts.waiting === 0 ? '–' : ageText(counts.oldestDays)}</Cell>
        </tr>
      ))}
    </AdminTable>
  )
}

type CountProps = { kind: TaskKind; count: number; owner: TaskOwners }

function Count({ kind, count, owner }: CountProps) {
  const { label, list } = kinds[kind]
  if (count === 0) return '0'
  return (
    <PageLink href={adminPath(list, { owner })}>
      {wholeNumber(count)}
      <span className="sr-only">
        {owner === 'mine' ? ' of yours' : ' of nobody’s'}: {label}
      </span>
    </PageLink>
  )
}
