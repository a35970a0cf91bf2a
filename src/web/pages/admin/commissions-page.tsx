import { listAllCommissions } from '#contracts/admin/commissions.ts'
import { readAdminSearch } from '#rules/admin/admin-search.ts'
import { adminPath } from '#rules/admin/admin-paths.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { optionsOf } from '#web/admin/admin-labels.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import { AdminSearchForm } from '#web/admin/admin-search-form.tsx'
import { apiContext } from '#web/api/contexts.ts'
import {
  adminStatusNames,
  ageNames,
  markNames,
} from '#web/commissions/admin/admin-commission-names.ts'
import { CommissionsTable } from '#web/commissions/admin/commissions-table.tsx'
import { pageMeta } from '#web/layout/page-meta.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Paging } from '#web/ui/paging.tsx'
import type { Route } from './+types/commissions-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Commissions: Admin', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const search = readAdminSearch('commissions', url.searchParams)
  const list = await context.get(apiContext).request(listAllCommissions, search)
  return { search, ...valueForAdmin(list, url) }
}

export default function CommissionsPage({ loaderData }: Route.ComponentProps) {
  const { search, commissions, total, hasMore, ...paging } = loaderData
  return (
    <AdminArea page="commissions">
      <AdminSearchForm
        path={adminPath('commissions')}
        search={{ placeholder: 'Name, customer, artist or id', value: search.query }}
        filters={[
          {
            name: 'state',
            label: 'State',
            value: search.state,
            options: optionsOf(adminStatusNames),
          },
          { name: 'mark', label: 'Only', value: search.mark, options: optionsOf(markNames) },
          { name: 'age', label: 'Age', value: search.age, options: optionsOf(ageNames) },
        ]}
        total={total}
      />
      {commissions.length === 0 ? (
        <EmptyState
          title="No commissions found"
          text="What singers ask artists for appears here."
        />
      ) : (
        <CommissionsTable commissions={commissions} />
      )}
      {hasMore && <p className="commission-hint">There are more. A narrower search finds them.</p>}
      <Paging {...paging} addressOf={(page) => adminPath('commissions', { ...search, page })} />
    </AdminArea>
  )
}
