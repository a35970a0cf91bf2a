import { useNavigation } from 'react-router'
import { getRefund } from '#contracts/admin/owed-money.ts'
import { formatPence } from '#rules/price.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import { submitOwed } from '#web/admin/owed/owed-action.ts'
import { OwedMoneyRecord } from '#web/admin/owed/owed-money.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { orNetworkError } from '#web/forms/or-network-error.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import type { Route } from './+types/refund-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Refund: Admin', mayBeIndexed: false })

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const found = await context.get(apiContext).request(getRefund, { id: params.id })
  return {
    owed: valueForAdmin(found, url),
    isSettledNow: url.searchParams.has('settled'),
    isRetriedNow: url.searchParams.has('retried'),
    isWrittenOffNow: url.searchParams.has('written-off'),
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const owed = { kind: 'refund', id: params.id } as const
  return submitOwed(context.get(apiContext), owed, await request.formData())
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkError(serverAction)

export default function RefundPage({ loaderData, actionData }: Route.ComponentProps) {
  const isPending = useNavigation().state === 'submitting'
  return (
    <AdminArea page="refunds" title={`Refund of ${formatPence(loaderData.owed.pence)}`}>
      <OwedMoneyRecord {...loaderData} actionData={actionData} isPending={isPending} />
    </AdminArea>
  )
}
