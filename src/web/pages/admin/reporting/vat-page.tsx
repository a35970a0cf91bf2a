import { listVatMonths } from '#contracts/admin/reporting.ts'
import { adminPath } from '#rules/admin/admin-paths.ts'
import { readAdminSearch } from '#rules/admin/admin-search.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import { VatMonths } from '#web/admin/reporting/vat-months.tsx'
import { VatPayments } from '#web/admin/reporting/vat-payments.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import type { Route } from './+types/vat-page.ts'

export const meta: Route.MetaFunction = () => pageMeta({ title: 'VAT: Admin', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const { year } = readAdminSearch('vat', url.searchParams)
  const list = await context
    .get(apiContext)
    .request(listVatMonths, year === undefined ? {} : { year })
  return valueForAdmin(list, url)
}

export default function VatPage({ loaderData: { year, months, ...paid } }: Route.ComponentProps) {
  return (
    <AdminArea page="reporting" title={`VAT of ${year}`}>
      <div className="stack-lg">
        {months.length === 0 ? (
          <EmptyState
            title={`No VAT in ${year}`}
            text="What sales have contained, and what refunds have returned, is listed here by month."
          />
        ) : (
          <VatMonths months={months} />
        )}
        <VatPayments {...paid} />
        <p className="link-row">
          <PageLink href={adminPath('vat', { year: year - 1 })}>VAT of {year - 1}</PageLink>
          <PageLink href={adminPath('vat', { year: year + 1 })}>VAT of {year + 1}</PageLink>
          <PageLink href={adminPath('reporting', { year })}>Tax reporting of {year}</PageLink>
        </p>
      </div>
    </AdminArea>
  )
}
