// The artist's money: sums, months, and every sale.

import type { ReversalList } from '#contracts/reversals.ts'
import type { SaleList, SalesSummary } from '#contracts/sales.ts'
import { uploadDialog } from '#rules/artists/dashboard-search.ts'
import { artistDashboardPath } from '#rules/artists/dashboard-paths.ts'
import { artistCommissionsPath } from '#rules/commissions/commission-paths.ts'
import { artistSalesPath, type SalesSearch } from '#rules/sales/sales-search.ts'
import type { Result } from '#web/api/result.ts'
import { useRevalidation } from '#web/api/use-revalidation.ts'
import { LoadFailure } from '#web/forms/search/load-failure.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { Paging } from '#web/ui/paging.tsx'
import { SalesFilters } from './sales-filters.tsx'
import { SalesHead } from './sales-head.tsx'
import { SalesPlot } from './sales-plot.tsx'
import { SalesTakenBack } from './sales-taken-back.tsx'
import { SalesTable, SalesTotals } from './sales-table.tsx'

type ArtistSalesProps = {
  search: SalesSearch
  summary: Result<SalesSummary>
  list: Result<SaleList>
  takenBack: Result<ReversalList>
}

export function ArtistSales({ search, summary, list, takenBack }: ArtistSalesProps) {
  // A sale and a transfer are told, too.
  useRevalidation({
    isConcerned: ({ name }) => name === 'commissionChanged' || name === 'notificationsChanged',
  })
  if (!summary.ok || !list.ok || !takenBack.ok) {
    return (
      <LoadFailure
        title="Your sales could not be loaded"
        text="Nothing is lost. Please try again in a moment."
      />
    )
  }
  if (list.value.months.length === 0) return <NoSales />
  return (
    <>
      <SalesHead summary={summary.value} />
      <SalesTakenBack {...takenBack.value} />
      <SalesPlot months={summary.value.months} />
      <ListedSales search={search} list={list.value} />
    </>
  )
}

function NoSales() {
  return (
    <EmptyState
      title="No sales yet"
      text="Each track that you sell and each commission that is paid appears here, with every fee and where your share is."
      action={
        <p className="dashboard-links">
          <ButtonLink href={artistDashboardPath({ dialog: uploadDialog })}>
            Upload a track
          </ButtonLink>
          <ButtonLink variant="ghost" href={artistCommissionsPath()}>
            Take commissions
          </ButtonLink>
        </p>
      }
    />
  )
}

function ListedSales({ search, list }: { search: SalesSearch; list: SaleList }) {
  const { page: _page, ...filter } = search
  const { sales, totals, heldPence, months, totalPages, currentPage } = list
  return (
    <section aria-labelledby="sales-heading" className="commission-list">
      <h2 id="sales-heading">Every sale</h2>
      <SalesFilters filter={filter} months={months} />
      <SalesTotals totals={totals} heldPence={heldPence} />
      {sales.length === 0 ? (
        <EmptyState
          heading="h3"
          title="No sales here"
          text="Another month, kind or state may have some."
          action={<PageLink href={artistSalesPath()}>Show all sales</PageLink>}
        />
      ) : (
        <SalesTable sales={sales} />
      )}
      <Paging
        currentPage={currentPage}
        totalPages={totalPages}
        addressOf={(page) => artistSalesPath({ ...filter, page })}
        keepsScroll
      />
    </section>
  )
}
