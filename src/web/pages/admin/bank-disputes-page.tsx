import { listBankDisputes } from '#contracts/admin/bank-disputes.ts'
import { adminPath } from '#rules/admin/admin-paths.ts'
import { readAdminSearch } from '#rules/admin/admin-search.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import { BankDisputesTable } from '#web/admin/bank-disputes/bank-disputes-table.tsx'
import { NoTasks, TaskFilter } from '#web/admin/tasks/task-filter.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { Paging } from '#web/ui/paging.tsx'
import type { Route } from './+types/bank-disputes-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Bank disputes: Admin', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const search = readAdminSearch('bankDisputes', url.searchParams)
  const list = await context.get(apiContext).request(listBankDisputes, search)
  return { search, ...valueForAdmin(list, url) }
}

export default function BankDisputesPage({ loaderData }: Route.ComponentProps) {
  const { search, disputes, total, ...paging } = loaderData
  const { owner } = search
  return (
    <AdminArea page="bankDisputes">
      <TaskFilter path={adminPath('bankDisputes')} owner={owner} />
      {total === 0 ? (
        <NoTasks
          owner={owner}
          heading="h2"
          title="No bank disputes"
          text="A payment that a customer disputes at the bank appears here, with the time until which the bank takes evidence."
        />
      ) : (
        <BankDisputesTable disputes={disputes} />
      )}
      <Paging {...paging} addressOf={(page) => adminPath('bankDisputes', { owner, page })} />
    </AdminArea>
  )
}
