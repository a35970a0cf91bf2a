import { listUnexplained } from '#contracts/admin/money.ts'
import { readAdminSearch } from '#rules/admin/admin-search.ts'
import { adminPath } from '#rules/admin/admin-paths.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import { UnexplainedTable } from '#web/admin/unexplained-table.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Paging } from '#web/ui/paging.tsx'
import type { Route } from './+types/money-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Money: Admin', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const search = readAdminSearch('money', url.searchParams)
  const list = await context.get(apiContext).request(listUnexplained, search)
  return valueForAdmin(list, url)
}

export default function MoneyPage({ loaderData }: Route.ComponentProps) {
  const { movements, total, ...paging } = loaderData
  return (
    <AdminArea page="money">
      <section className="stack" aria-labelledby="unexplained">
        <h2 id="unexplained">Unexplained movements</h2>
        {total === 0 ? (
          <EmptyState
            title="Everything is explained"
            text="What moves on the balance at the card provider for a reason that the app does not know appears here."
          />
        ) : (
          <UnexplainedTable movements={movements} />
        )}
        <Paging {...paging} addressOf={(page) => adminPath('money', { page })} />
      </section>
    </AdminArea>
  )
}
