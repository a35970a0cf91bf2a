import { listDebts } from '#contracts/admin/debts.ts'
import { adminPath } from '#rules/admin/admin-paths.ts'
import { readAdminSearch } from '#rules/admin/admin-search.ts'
import { formatPence } from '#rules/price.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import { DebtsTable } from '#web/admin/owed/debts-table.tsx'
import { WaitingReversalsTable } from '#web/admin/owed/waiting-reversals-table.tsx'
import { NoTasks, TaskFilter } from '#web/admin/tasks/task-filter.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { Paging } from '#web/ui/paging.tsx'
import type { Route } from './+types/debts-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Debts: Admin', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const search = readAdminSearch('debts', url.searchParams)
  const list = await context.get(apiContext).request(listDebts, search)
  return { owner: search.owner, ...valueForAdmin(list, url) }
}

export default function DebtsPage({ loaderData }: Route.ComponentProps) {
  const { owner, debts, total, owedPence, waiting, ...paging } = loaderData
  const { reversals, total: waitingTotal, ...waitingPaging } = waiting
  const addressOf = (pages: { page?: number; waiting?: number }) =>
    adminPath('debts', {
      owner,
      waiting: waiting.currentPage,
      page: paging.currentPage,
      ...pages,
    })
  return (
    <AdminArea page="debts">
      <TaskFilter path={adminPath('debts')} owner={owner} />
      <div className="stack-lg">
        {waitingTotal > 0 && (
          <section className="stack" aria-labelledby="waiting">
            <h2 id="waiting">Not taken back yet</h2>
            <p>The card provider has not made these reversals. Each is tried again by itself.</p>
            <WaitingReversalsTable reversals={reversals} />
            <Paging {...waitingPaging} addressOf={(page) => addressOf({ waiting: page })} />
          </section>
        )}
        {total === 0 ? (
          <NoTasks
            owner={owner}
            heading="h2"
            title="Nobody owes anything"
            text="What the card provider cannot take back from an artist, because a sale went back, appears here."
          />
        ) : (
          <section className="stack">
            <p>Artists owe {formatPence(owedPence)} together. Their next sales pay it.</p>
            <DebtsTable debts={debts} />
          </section>
        )}
        <Paging {...paging} addressOf={(page) => addressOf({ page })} />
      </div>
    </AdminArea>
  )
}
