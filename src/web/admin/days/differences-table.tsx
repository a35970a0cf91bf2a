// What differs between the card provider, the rows and the ledger: each with both sides, who takes care of it, and its page.

import type { Difference } from '#contracts/admin/reconciliation.ts'
import { adminDayPath, adminDifferencePath } from '#rules/admin/admin-paths.ts'
import { nextOfDifference } from '#rules/admin/next-steps.ts'
import { describeDifference } from '#rules/payments/difference-process.ts'
import { formatPence } from '#rules/price.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { differenceStatusLabels } from '../admin-labels.ts'
import { AdminTable, Cell } from '../admin-table.tsx'
import { TaskCells, taskColumns } from '../tasks/task.tsx'

type DifferencesTableProps = { differences: readonly Difference[]; caption: string }

const columns = ['Difference', 'Ours', 'The provider’s', 'Day', ...taskColumns] as const

export function DifferencesTable({ differences, caption }: DifferencesTableProps) {
  return (
    <AdminTable caption={caption} columns={columns}>
      {differences.map((one) => (
        <tr key={one.id}>
          <Cell label="Difference">
            <PageLink href={adminDifferencePath(one.id)}>
              {describeDifference(one.kind).label}
            </PageLink>
            <br />
            <span className="detail">{one.subject}</span>
          </Cell>
          <Cell label="Ours">{sideText(one.oursPence)}</Cell>
          <Cell label="The provider’s">{otherSideText(one)}</Cell>
          <Cell label="Day">
            <PageLink href={adminDayPath(one.day)}>
              <DateText iso={one.day} />
            </PageLink>
          </Cell>
          <TaskCells
            kind="difference"
            id={one.id}
            about={one.subject}
            task={one.task}
            next={nextOfDifference(one)}
          >
            {one.status !== 'open' && differenceStatusLabels[one.status]}
          </TaskCells>
        </tr>
      ))}
    </AdminTable>
  )
}

export function sideText(pence: number | null): string {
  return pence === null ? 'None' : formatPence(pence)
}

/** Some are compared with something else than the provider. One without amounts has no other side. */
export function otherSideText({ kind, oursPence, theirsPence }: Difference): string {
  const { otherSide } = describeDifference(kind)
  const hasAmounts = oursPence !== null || theirsPence !== null
  return otherSide !== undefined && hasAmounts
    ? `${sideText(theirsPence)}, ${otherSide}`
    : sideText(theirsPence)
}
