import { redirect, useNavigation } from 'react-router'
import { decideRefundRequest, getAdminRefundRequest } from '#contracts/admin/refund-requests.ts'
import { adminRefundRequestPath } from '#rules/admin/admin-paths.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import { adminMessages } from '#web/admin/admin-messages.ts'
import { RefundRequestRecord } from '#web/admin/refunds/refund-request.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { orNetworkError } from '#web/forms/or-network-error.ts'
import { submitForm } from '#web/forms/submit-form.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/refund-request-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Request for a refund: Admin', mayBeIndexed: false })

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const found = await context.get(apiContext).request(getAdminRefundRequest, { id: params.id })
  return { request: valueForAdmin(found, url), isDecidedNow: url.searchParams.has('done') }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await request.formData()
  const input = { id: params.id }
  const sent = await submitForm(context.get(apiContext), decideRefundRequest, form, { input })
  if (sent.ok) throw redirect(`${adminRefundRequestPath(params.id)}?done=1`)
  return sent.refusal
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkError(serverAction)

export default function RefundRequestPage({ loaderData, actionData }: Route.ComponentProps) {
  const isPending = useNavigation().state === 'submitting'
  const { request, isDecidedNow } = loaderData
  const isAccepted = request.status === 'accepted'
  return (
    <AdminArea page="refunds" title="Request for a refund">
      {isDecidedNow && request.status !== 'open' && (
        <Notice tone="felt">
          <p>{isAccepted ? adminMessages.givenBack : adminMessages.declined}</p>
        </Notice>
      )}
      <RefundRequestRecord {...{ request, actionData, isPending }} />
    </AdminArea>
  )
}
