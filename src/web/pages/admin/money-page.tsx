import { getPlatformBalance } from '#contracts/admin/platform-balance.ts'
import { listUnexplained } from '#contracts/admin/money.ts'
import { readAdminSearch } from '#rules/admin/admin-search.ts'
import { adminPath } from '#rules/admin/admin-paths.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import { adminMessages } from '#web/admin/admin-messages.ts'
import { PlatformBalance } from '#web/admin/money/platform-balance.tsx'
import { UnexplainedTable } from '#web/admin/money/unexplained-table.tsx'
import { NoTasks, TaskFilter } from '#web/admin/tasks/task-filter.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Paging } from '#web/ui/paging.tsx'
import type { Route } from './+types/money-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Money: Admin', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const search = readAdminSearch('money', url.searchParams)
  const [list, money] = await Promise.all([
    api.request(listUnexplained, search),
    api.request(getPlatformBalance, {}),
  ])
  return {
    owner: search.owner,
    list: valueForAdmin(list, url),
    money: valueForAdmin(money, url),
    isOrderedNow: url.searchParams.has('ordered'),
  }
}

export default function MoneyPage({ loaderData }: Route.ComponentProps) {
  const { owner, list, money, isOrderedNow } = loaderData
  const { movements, total, ...paging } = list
  return (
    <AdminArea page="money">
      <div className="stack-lg">
        {isOrderedNow && (
          <Notice tone="felt">
            <p>{adminMessages.payoutOrdered}</p>
          </Notice>
        )}
        <PlatformBalance money={money} />
        <section className="stack" aria-labelledby="unexplained">
          <h2 id="unexplained">Unexplained movements</h2>
          <TaskFilter path={adminPath('money')} owner={owner} />
          {total === 0 ? (
            <NoTasks
              owner={owner}
              title="Everything is explained"
              text="What moves on the balance at the card provider for a reason that the app does not know appears here."
            />
          ) : (
            <UnexplainedTable movements={movements} />
          )}
          <Paging {...paging} addressOf={(page) => adminPath('money', { owner, page })} />
        </section>
      </div>
    </AdminArea>
  )
}
