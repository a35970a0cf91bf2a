// What artists owe: each debt links to the page where an admin decides about it.

import type { DebtSummary } from '#contracts/admin/debts.ts'
import { adminDebtPath, adminUserPath } from '#rules/admin/admin-paths.ts'
import { formatPence } from '#rules/price.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { debtCauseLabels } from '../admin-labels.ts'
import { AdminTable, Cell } from '../admin-table.tsx'

const columns = ['Artist', 'Owed', 'Because of', 'Since', 'Next step']

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
          <Cell label="Since">
            <DateText iso={debt.owedSince} />
          </Cell>
          <Cell label="Next step">
            <NextStep debt={debt} />
          </Cell>
        </tr>
      ))}
    </AdminTable>
  )
}

function NextStep({ debt: { isDue, decideFrom, askedAt } }: { debt: DebtSummary }) {
  return (
    <>
      {isDue ? (
        <strong>Decide: the artist’s sales do not pay it</strong>
      ) : (
        <>
          New sales pay it; decide from <DateText iso={decideFrom} />
        </>
      )}
      {askedAt !== null && (
        <>
          <br />
          <span className="detail">
            Asked for the money on <DateText iso={askedAt} />
          </span>
        </>
      )}
    </>
  )
}
