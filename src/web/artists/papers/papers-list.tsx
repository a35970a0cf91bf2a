// An artist's papers as a list: for the artist, and for admins.

import type { Paper } from '#contracts/papers.ts'
import { paperKindNames, paperPath, periodName } from '#rules/papers/papers.ts'
import { formatPence } from '#rules/price.ts'
import { AdminTable, Cell } from '#web/admin/admin-table.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { PageLink } from '#web/ui/page-link.tsx'

const columns = ['Paper', 'For', 'Made on', 'Amount'] as const

export function PapersList({ papers }: { papers: readonly Paper[] }) {
  return (
    <AdminTable caption="Papers" columns={columns}>
      {papers.map((paper) => (
        <tr key={`${paper.kind} ${paper.id}`}>
          <Cell label="Paper">
            <PageLink href={paperPath(paper)}>
              {paperKindNames[paper.kind]} {paper.number}
            </PageLink>
          </Cell>
          <Cell label="For">{periodName(paper.period)}</Cell>
          <Cell label="Made on">
            <DateText iso={paper.madeAt} />
          </Cell>
          <Cell label="Amount">
            <Amount paper={paper} />
          </Cell>
        </tr>
      ))}
    </AdminTable>
  )
}

/** A tax report has several. */
function Amount({ paper: { kind, pence, vatPence } }: { paper: Paper }) {
  if (pence === null) return <>—</>
  return (
    <>
      {formatPence(pence)}
      {kind === 'statement' && <small>closing balance</small>}
      {vatPence !== null && <small>with {formatPence(vatPence)} of VAT</small>}
    </>
  )
}
