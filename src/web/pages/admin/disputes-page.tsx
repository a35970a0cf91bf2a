import { listDisputes } from '#contracts/admin/commissions.ts'
import { readAdminSearch } from '#rules/admin/admin-search.ts'
import { adminPath } from '#rules/admin/admin-paths.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { optionsOf } from '#web/admin/admin-labels.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import { AdminSearchForm } from '#web/admin/admin-search-form.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { disputeQueueNames } from '#web/commissions/admin/admin-commission-names.ts'
import { DisputesList } from '#web/commissions/admin/disputes-list.tsx'
import { pageMeta } from '#web/layout/page-meta.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Paging } from '#web/ui/paging.tsx'
import type { Route } from './+types/disputes-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Disputes: Admin', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const search = readAdminSearch('disputes', url.searchParams)
  const list = await context.get(apiContext).request(listDisputes, search)
  return { search, ...valueForAdmin(list, url) }
}

export default function DisputesPage({ loaderData }: Route.ComponentProps) {
  const { search, disputes, total, ...paging } = loaderData
  return (
    <AdminArea page="disputes">
      <AdminSearchForm
        path={adminPath('disputes')}
        filters={[
          {
            name: 'state',
            label: 'State',
            value: search.state,
            options: optionsOf(disputeQueueNames),
            standard: 'open',
          },
        ]}
        total={total}
      />
      {disputes.length === 0 ? (
        <EmptyState
          title="No disputes found"
          text="What customers dispute after the last revision appears here, the longest waiting first."
        />
      ) : (
        <DisputesList disputes={disputes} />
      )}
      <Paging {...paging} addressOf={(page) => adminPath('disputes', { ...search, page })} />
    </AdminArea>
  )
}
