// How much of each kind waits for a person: each number leads to the list.

import type { TaskCounts } from '#contracts/admin/tasks.ts'
import { adminPath } from '#rules/admin/admin-paths.ts'
import type { TaskKind, TaskOwners } from '#rules/admin/admin-tasks.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { wholeNumber } from '#web/ui/whole-number.ts'
import { AdminTable, Cell } from '../admin-table.tsx'
import { ageText } from './task-texts.ts'

const columns = ['What', 'Waiting', 'Nobody’s', 'Yours', 'Oldest'] as const

type ListOf = (search: { owner?: TaskOwners }) => string
type Kind = { label: string; listOf: ListOf }

const listOf =
  (list: 'refunds' | 'transfers' | 'debts' | 'bankDisputes' | 'money' | 'reconciliation'): ListOf =>
  (search) =>
    adminPath(list, search)

const kinds: Record<TaskKind, Kind> = {
  payment: {
    label: 'Payments that do not match',
    listOf: (search) => adminPath('orders', { ...search, state: 'needs_person' }),
  },
  refund_request: { label: 'Requests for refunds', listOf: listOf('refunds') },
  refund: { label: 'Refunds that have failed', listOf: listOf('refunds') },
  found_refund: { label: 'Refunds made at the card provider', listOf: listOf('refunds') },
  transfer: { label: 'Transfers that have failed', listOf: listOf('transfers') },
  reversal: { label: 'Debts to decide, and reversals that are refused', listOf: listOf('debts') },
  bank_dispute: { label: 'Bank disputes to answer', listOf: listOf('bankDisputes') },
  movement: { label: 'Unexplained movements', listOf: listOf('money') },
  difference: { label: 'Open differences', listOf: listOf('reconciliation') },
}

export function TasksTable({ tasks }: { tasks: readonly TaskCounts[] }) {
  return (
    <AdminTable caption="What waits for a person" columns={columns}>
      {tasks.map((counts) => (
        <tr key={counts.kind}>
          <Cell label="What">
            <PageLink href={kinds[counts.kind].listOf({})}>{kinds[counts.kind].label}</PageLink>
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
  const { label, listOf: addressOf } = kinds[kind]
  if (count === 0) return '0'
  return (
    <PageLink href={addressOf({ owner })}>
      {wholeNumber(count)}
      <span className="sr-only">
        {owner === 'mine' ? ' of yours' : ' of nobody’s'}: {label}
      </span>
    </PageLink>
  )
}
