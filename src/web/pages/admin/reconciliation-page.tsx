import { listDifferences, listReconciledDays } from '#contracts/admin/reconciliation.ts'
import { adminPageSize, readAdminSearch } from '#rules/admin/admin-search.ts'
import { adminPath } from '#rules/admin/admin-paths.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import { DaysTable } from '#web/admin/days/days-table.tsx'
import { DifferencesTable } from '#web/admin/days/differences-table.tsx'
import { NoTasks, TaskFilter } from '#web/admin/tasks/task-filter.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Paging } from '#web/ui/paging.tsx'
import type { Route } from './+types/reconciliation-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Reconciliation: Admin', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const search = readAdminSearch('reconciliation', url.searchParams)
  const [days, differences] = await Promise.all([
    api.request(listReconciledDays, { page: search.page }),
    api.request(listDifferences, { page: 1, owner: search.owner }),
  ])
  return {
    owner: search.owner,
    days: valueForAdmin(days, url),
    differences: valueForAdmin(differences, url),
  }
}

export default function ReconciliationPage({ loaderData }: Route.ComponentProps) {
  const { days, total, ...paging } = loaderData.days
  const { differences, total: open } = loaderData.differences
  const { owner } = loaderData
  return (
    <AdminArea page="reconciliation">
      <div className="stack-lg">
        <section className="stack" aria-labelledby="differences">
          <h2 id="differences">Open differences</h2>
          <TaskFilter path={adminPath('reconciliation')} owner={owner} />
          {open === 0 ? (
            <NoTasks
              owner={owner}
              title="Nothing differs"
              text="What is not the same at the card provider, in the rows and in the ledger appears here."
            />
          ) : (
            <DifferencesTable differences={differences} caption="Open differences" />
          )}
          {open > adminPageSize && (
            <p>
              These are the oldest {adminPageSize} of {open}.
            </p>
          )}
        </section>
        <section className="stack" aria-labelledby="days">
          <h2 id="days">Closed days</h2>
          {total === 0 ? (
            <EmptyState
              heading="h3"
              title="No day is closed yet"
              text="Each night at 04:00 UTC the days that have ended are compared with the card provider and closed."
            />
          ) : (
            <DaysTable days={days} />
          )}
          <Paging
            {...paging}
            label="Pages of days"
            addressOf={(page) => adminPath('reconciliation', { owner, page })}
          />
        </section>
      </div>
    </AdminArea>
  )
}
