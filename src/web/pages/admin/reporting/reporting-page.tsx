import { listReportedArtists } from '#contracts/admin/reporting.ts'
import { adminPath } from '#rules/admin/admin-paths.ts'
import { readAdminSearch } from '#rules/admin/admin-search.ts'
import { quarterMonths, quarters } from '#rules/platform-report/report-years.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import { AdminSearchForm } from '#web/admin/admin-search-form.tsx'
import { ProviderFields } from '#web/admin/reporting/provider-fields.tsx'
import { ReportedArtistsTable, ReportTotals } from '#web/admin/reporting/reported-artists.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { Paging } from '#web/ui/paging.tsx'
import type { Route } from './+types/reporting-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Tax reporting: Admin', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const search = readAdminSearch('reporting', url.searchParams)
  const list = await context.get(apiContext).request(listReportedArtists, search)
  return { search, ...valueForAdmin(list, url) }
}

export default function ReportingPage({ loaderData }: Route.ComponentProps) {
  const { search, year, years, artists, total, totals, ...paging } = loaderData
  const chosen = { year: String(year), quarter: search.quarter && String(search.quarter) }
  return (
    <AdminArea page="reporting">
      <div className="stack-lg">
        <p>
          What the tax authority is told of artists, by 31 January of the next year. Commissions are
          personal services, which are reported; licences of tracks stand beside them and are not.
          That is a rule of ours: ask your adviser whether it is right. Every night the figures are
          renewed. The page of each artist has their monthly statements.
        </p>
        <AdminSearchForm
          path={adminPath('reporting')}
          filters={[
            {
              name: 'year',
              label: 'Year',
              value: search.year === undefined ? undefined : String(search.year),
              standard: String(year),
              options: years.map((one) => ({ value: String(one), label: String(one) })),
            },
            {
              name: 'quarter',
              label: 'Quarter',
              value: chosen.quarter,
              options: quarters.map((one) => ({ value: String(one), label: quarterMonths[one] })),
            },
          ]}
          total={total}
        />
        {total === 0 ? (
          <EmptyState
            title={`Nothing is booked for ${year}`}
            text="Each night, what artists were paid or credited is listed here."
          />
        ) : (
          <>
            <ReportTotals totals={totals} />
            <p className="link-row">
              <a href={fileAddress(chosen)} download className="btn btn-ghost">
                Save as CSV
              </a>
              <PageLink href={adminPath('auditLog', { action: 'download_platform_report' })}>
                Who has saved it
              </PageLink>
              <PageLink href={adminPath('vat', { year })}>VAT of {year}</PageLink>
            </p>
            <ReportedArtistsTable artists={artists} />
          </>
        )}
        <Paging {...paging} addressOf={(page) => adminPath('reporting', { ...search, page })} />
      </div>
      <ProviderFields />
    </AdminArea>
  )
}

function fileAddress({ year, quarter }: { year: string; quarter: string | undefined }): string {
  const query = new URLSearchParams({ year, ...(quarter ? { quarter } : {}) })
  return `/api/proxy/admin/reporting.csv?${query}`
}
