import { Form } from 'react-router'
import { listFoundRefunds } from '#contracts/admin/found-refunds.ts'
import { listRefundRequests, listUnmadeRefunds } from '#contracts/admin/refund-requests.ts'
import { listReceiptSales } from '#contracts/admin/refunds.ts'
import { readAdminSearch } from '#rules/admin/admin-search.ts'
import { adminPath } from '#rules/admin/admin-paths.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import {
  FoundRefundsTable,
  RefundsTable,
  RequestsTable,
  SalesOfReceipt,
} from '#web/admin/refunds/refund-tables.tsx'
import { NoTasks, TaskFilter } from '#web/admin/tasks/task-filter.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { TextField } from '#web/forms/field.tsx'
import { pageMeta } from '#web/layout/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { Paging } from '#web/ui/paging.tsx'
import type { Route } from './+types/refunds-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Refunds: Admin', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const search = readAdminSearch('refunds', url.searchParams)
  const { receipt, owner, found: foundPage, requests: requestPage, page } = search
  const [found, requests, refunds] = await Promise.all([
    api.request(listFoundRefunds, { owner, page: foundPage }),
    api.request(listRefundRequests, { owner, page: requestPage }),
    api.request(listUnmadeRefunds, { owner, page }),
  ])
  const sales = receipt === undefined ? null : await api.request(listReceiptSales, { receipt })
  return {
    receipt,
    owner,
    found: valueForAdmin(found, url),
    requests: valueForAdmin(requests, url),
    refunds: valueForAdmin(refunds, url),
    sales: sales && valueForAdmin(sales, url).sales,
  }
}

export default function RefundsPage({ loaderData }: Route.ComponentProps) {
  const { receipt, owner, sales, found, requests, refunds } = loaderData
  const addressOf = (pages: { found?: number; requests?: number; page?: number }) =>
    adminPath('refunds', {
      receipt,
      owner,
      found: found.currentPage,
      requests: requests.currentPage,
      page: refunds.currentPage,
      ...pages,
    })
  return (
    <AdminArea page="refunds">
      <TaskFilter path={adminPath('refunds')} owner={owner} kept={{ receipt }} />
      <div className="stack-lg">
        {found.total > 0 && (
          <section className="stack" aria-labelledby="found">
            <h2 id="found">Made at the card provider</h2>
            <FoundRefundsTable refunds={found.refunds} />
            <Paging {...pagesOf(found)} addressOf={(page) => addressOf({ found: page })} />
          </section>
        )}
        <section className="stack" aria-labelledby="requests">
          <h2 id="requests">Requests</h2>
          {requests.total === 0 ? (
            <NoTasks
              owner={owner}
              title="Nobody waits for an answer"
              text="What customers ask for on My Tracks appears here, the oldest first."
            />
          ) : (
            <RequestsTable requests={requests.requests} />
          )}
          <Paging {...pagesOf(requests)} addressOf={(page) => addressOf({ requests: page })} />
        </section>
        <section className="stack" aria-labelledby="unmade">
          <h2 id="unmade">Refunds that have not arrived</h2>
          {refunds.total === 0 ? (
            <NoTasks
              owner={owner}
              title="Every refund has arrived"
              text="Those that wait, are on their way or have failed appear here, the oldest first."
            />
          ) : (
            <RefundsTable refunds={refunds.refunds} />
          )}
          <Paging {...pagesOf(refunds)} addressOf={(page) => addressOf({ page })} />
        </section>
        <FindSale receipt={receipt} sales={sales} />
      </div>
    </AdminArea>
  )
}

type FindSaleProps = Pick<Route.ComponentProps['loaderData'], 'receipt' | 'sales'>

/** By the number of its receipt. */
function FindSale({ receipt, sales }: FindSaleProps) {
  return (
    <section className="stack" aria-labelledby="refund-a-sale">
      <h2 id="refund-a-sale">Refund a sale</h2>
      <Form action={adminPath('refunds')} className="panel panel-stack admin-words">
        <TextField
          name="receipt"
          label="Number of the receipt"
          hint="Like UND-000012."
          defaultValue={receipt}
          required
        />
        <div>
          <Button type="submit" variant="ghost">
            Find it
          </Button>
        </div>
      </Form>
      {sales !== null &&
        (sales.length === 0 ? (
          <p role="status">This receipt has sold nothing that can be given back.</p>
        ) : (
          <SalesOfReceipt sales={sales} />
        ))}
    </section>
  )
}

function pagesOf({ totalPages, currentPage }: { totalPages: number; currentPage: number }) {
  return { totalPages, currentPage }
}
