import { listPayments } from '#contracts/admin/payments.ts'
import { maxListedPayments, readAdminSearch, type AdminSearch } from '#rules/admin/admin-search.ts'
import { adminPath } from '#rules/admin/admin-paths.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import { optionsOf, orderStateLabels } from '#web/admin/admin-labels.ts'
import { AdminSearchForm } from '#web/admin/admin-search-form.tsx'
import { PaymentsTable } from '#web/admin/orders/payments-table.tsx'
import { NoTasks, ownerFilter } from '#web/admin/tasks/task-filter.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Paging } from '#web/ui/paging.tsx'
import type { Route } from './+types/orders-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Orders: Admin', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const search = readAdminSearch('orders', url.searchParams)
  const list = await context.get(apiContext).request(listPayments, search)
  return { search, ...valueForAdmin(list, url) }
}

export default function OrdersPage({ loaderData }: Route.ComponentProps) {
  const { search, payments, total, ...paging } = loaderData
  return (
    <AdminArea page="orders">
      <AdminSearchForm
        path={adminPath('orders')}
        search={{ placeholder: 'Receipt, email or an id', value: search.query }}
        filters={[
          {
            name: 'state',
            label: 'Show',
            value: search.state,
            options: optionsOf(orderStateLabels),
          },
          ownerFilter(search.owner),
        ]}
        {...(total < maxListedPayments && { total })}
      />
      {payments.length === 0 ? (
        <NothingFound search={search} />
      ) : (
        <PaymentsTable payments={payments} />
      )}
      <Paging {...paging} addressOf={(page) => adminPath('orders', { ...search, page })} />
    </AdminArea>
  )
}

function NothingFound({ search: { state, owner } }: { search: AdminSearch<'orders'> }) {
  return state !== undefined || owner !== undefined ? (
    <NoTasks
      owner={owner}
      heading="h2"
      title="No order needs a person"
      text="What was paid and does not match, and refunds and transfers that have failed, appear here."
    />
  ) : (
    <EmptyState
      title="No orders found"
      text="Try a receipt (UND-000012), the customer’s whole email, or an id of ours or of the card provider."
    />
  )
}
