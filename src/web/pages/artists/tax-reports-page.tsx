import { redirect } from 'react-router'
import { getIdAndRole } from '#contracts/accounts/accounts.ts'
import { listTaxReports } from '#contracts/tax-reports.ts'
import { artistDashboardPath } from '#rules/artists/dashboard-paths.ts'
import { artistSalesPath } from '#rules/sales/sales-search.ts'
import { redirectToLogin, valueForUser } from '#web/accounts/login-redirects.ts'
import { apiContext } from '#web/api/contexts.ts'
import { TaxReportList } from '#web/artists/tax-reports/tax-report-list.tsx'
import { pageMeta } from '#web/layout/page-meta.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import type { Route } from './+types/tax-reports-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Tax reports', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { id, role } = await api.load(getIdAndRole, {})
  if (id === null) throw redirectToLogin(url)
  // There, a customer can become an artist.
  if (role !== 'artist') throw redirect(artistDashboardPath())
  return valueForUser(await api.request(listTaxReports, {}), url)
}

export default function TaxReportsPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="page artist-sales">
      <nav aria-label="Breadcrumb">
        <ol className="breadcrumb">
          <li>
            <PageLink href={artistDashboardPath()}>Artist Dashboard</PageLink>
          </li>
          <li>
            <PageLink href={artistSalesPath()}>Sales</PageLink>
          </li>
          <li aria-current="page">Tax reports</li>
        </ol>
      </nav>
      <h1>Tax reports</h1>
      <TaxReportList reports={loaderData.reports} />
    </div>
  )
}
