// The sums of an artist: the money earned, and the places of the rest.

import type { ReactNode } from 'react'
import type { SalesSummary } from '#contracts/sales.ts'
import { artistPapersPath } from '#rules/papers/papers.ts'
import { artistPayoutsPath } from '#rules/payments/payout-paths.ts'
import { formatPence } from '#rules/price.ts'
import { monthName } from '#rules/sales/sale-months.ts'
import { artistSalesPath } from '#rules/sales/sales-search.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { wholeNumber } from '#web/ui/whole-number.ts'

export function SalesHead({ summary }: { summary: SalesSummary }) {
  const { month, monthPence, earnedPence, held, unsent, waiting, waitsFor } = summary
  return (
    <>
      <dl className="money-sums">
        <Sum label={`Earned in ${monthName(month)}`} pence={monthPence} />
        <Sum label="Earned in all" pence={earnedPence} />
        <Sum
          label="Held until approved"
          pence={held.artistPence}
          note={
            held.sales > 0 && (
              <PageLink href={artistSalesPath({ state: 'held' })}>
                {commissions(held.sales)}
              </PageLink>
            )
          }
        />
        <Sum
          label="Earned, not transferred yet"
          pence={unsent.artistPence}
          note={
            waiting.sales > 0 && (
              <PageLink href={artistSalesPath({ state: 'waiting' })}>
                {formatPence(waiting.artistPence)} of it waits
              </PageLink>
            )
          }
        />
      </dl>
      {waitsFor !== null && <p className="sales-reason">{waitsFor}</p>}
      <p className="link-row">
        <PageLink href={artistPayoutsPath()}>What was paid to your bank</PageLink>
        <PageLink href={artistPapersPath()}>
          Your papers: statements, invoices, tax reports
        </PageLink>
      </p>
    </>
  )
}

function Sum({ label, pence, note }: { label: string; pence: number; note?: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <strong>{formatPence(pence)}</strong>
        {note && <small>{note}</small>}
      </dd>
    </div>
  )
}

function commissions(count: number): string {
  return count === 1 ? '1 commission' : `${wholeNumber(count)} commissions`
}
