// The head of the dashboard: what was earned this month, and what needs the artist first.

import type { SalesSummary } from '#contracts/sales.ts'
import { formatPence } from '#rules/price.ts'
import { monthName } from '#rules/sales/sale-months.ts'
import { artistSalesPath } from '#rules/sales/sales-search.ts'
import { PageLink } from '#web/ui/page-link.tsx'

/** A sentence with a link. */
export type Matter = { text: string; link: { href: string; name: string } }

type TakingsProps = {
  summary: Pick<SalesSummary, 'month' | 'monthPence'>
  first: Matter | null
}

export function Takings({ summary: { month, monthPence }, first }: TakingsProps) {
  return (
    <div className="takings">
      <p>
        <strong>{formatPence(monthPence)}</strong> earned in {monthName(month)}.{' '}
        <PageLink href={artistSalesPath()}>See every sale</PageLink>
      </p>
      {first && (
        <p>
          <strong>First: </strong>
          {first.text}{' '}
          <PageLink href={first.link.href}>
            <bdi>{first.link.name}</bdi>
          </PageLink>
        </p>
      )}
    </div>
  )
}

/** Money that waits for the artist, or for our team; null if none does. */
export function waitingMoney({ waiting, waitsFor }: SalesSummary): Matter | null {
  if (waitsFor === null) return null
  return {
    text: waitsFor,
    link: {
      href: artistSalesPath({ state: 'waiting' }),
      name: `${formatPence(waiting.artistPence)} waits`,
    },
  }
}
