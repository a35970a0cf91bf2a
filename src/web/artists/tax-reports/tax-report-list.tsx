import type { TaxReports } from '#contracts/tax-reports.ts'
import { taxReportPath } from '#rules/page-paths.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageLink } from '#web/ui/page-link.tsx'

/** The copies of what the tax authority is told, the latest first. */
export function TaxReportList({ reports }: TaxReports) {
  if (reports.length === 0)
    return (
      <EmptyState
        title="No tax reports yet"
        text="If you were paid for commissions in a year, you find here by 31 January what we have told the tax authority of it."
      />
    )
  return (
    <ul className="stack">
      {reports.map(({ id, year, number, madeAt }) => (
        <li key={id}>
          <PageLink href={taxReportPath(id)}>
            {number === 1 ? `Tax report for ${year}` : `Tax report for ${year}, copy ${number}`}
          </PageLink>
          <p className="detail">
            Made on <DateText iso={madeAt} />
          </p>
        </li>
      ))}
    </ul>
  )
}
