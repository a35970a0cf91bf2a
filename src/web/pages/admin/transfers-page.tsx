import { listUnsentTransfers } from '#contracts/admin/owed-money.ts'
import { readAdminSearch } from '#rules/admin/admin-search.ts'
import { adminPath } from '#rules/admin/admin-paths.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import { TransfersTable } from '#web/admin/owed/transfers-table.tsx'
import { NoTasks, TaskFilter } from '#web/admin/tasks/task-filter.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { Paging } from '#web/ui/paging.tsx'
import type { Route } from './+types/transfers-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Transfers: Admin', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const search = readAdminSearch('transfers', url.searchParams)
  const list = await context.get(apiContext).request(listUnsentTransfers, search)
  return { search, ...valueForAdmin(list, url) }
}

export default function TransfersPage({ loaderData }: Route.ComponentProps) {
  const { search, transfers, total, ...paging } = loaderData
  const { owner } = search
  return (
    <AdminArea page="transfers">
      <TaskFilter path={adminPath('transfers')} owner={owner} />
      {total === 0 ? (
        <NoTasks
          owner={owner}
          heading="h2"
          title="Every transfer was sent"
          text="Those that wait, are blocked or have failed appear here: first what needs a person, then the oldest."
        />
      ) : (
        <TransfersTable transfers={transfers} />
      )}
      <Paging {...paging} addressOf={(page) => adminPath('transfers', { owner, page })} />
    </AdminArea>
  )
}
