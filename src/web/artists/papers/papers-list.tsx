// An artist's papers as a list: for the artist, and for admins.

import type { Paper } from '#contracts/papers.ts'
import { paperKindNames, paperPath } from '#rules/papers/papers.ts'
import { formatPence } from '#rules/price.ts'
import { monthName } from '#rules/sales/sale-months.ts'
import { AdminTable, Cell } from '#web/admin/admin-table.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { PageLink } from '#web/ui/page-link.tsx'

const columns = ['Month', 'What', 'Made on', 'Closing balance'] as const

export function PapersList({ papers }: { papers: readonly Paper[] }) {
  return (
    <AdminTable caption="Papers" columns={columns}>
      {papers.map((paper) => (
        <tr key={paper.id}>
          <Cell label="Month">
            <PageLink href={paperPath(paper)}>{monthName(paper.month)}</PageLink>
          </Cell>
          <Cell label="What">
            {paperKindNames[paper.kind]} {paper.number}
          </Cell>
          <Cell label="Made on">
            <DateText iso={paper.madeAt} />
          </Cell>
          <Cell label="Closing balance">{formatPence(paper.pence)}</Cell>
        </tr>
      ))}
    </AdminTable>
  )
}
