import { listUnsentTransfers } from '#contracts/admin/owed-money.ts'
import { readAdminSearch } from '#rules/admin/admin-search.ts'
import { adminPath } from '#rules/admin/admin-paths.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import { TransfersTable } from '#web/admin/owed/transfers-table.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Paging } from '#web/ui/paging.tsx'
import type { Route } from './+types/transfers-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Transfers: Admin', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const search = readAdminSearch('transfers', url.searchParams)
  const list = await context.get(apiContext).request(listUnsentTransfers, search)
  return valueForAdmin(list, url)
}

export default function TransfersPage({ loaderData }: Route.ComponentProps) {
  const { transfers, total, ...paging } = loaderData
  return (
    <AdminArea page="transfers">
      {total === 0 ? (
        <EmptyState
          title="Every transfer was sent"
          text="Those that wait, are blocked or have failed appear here: first what needs a person, then the oldest."
        />
      ) : (
        <TransfersTable transfers={transfers} />
      )}
      <Paging {...paging} addressOf={(page) => adminPath('transfers', { page })} />
    </AdminArea>
  )
}
