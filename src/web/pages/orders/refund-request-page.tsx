import { data, redirect, useNavigation } from 'react-router'
import { askForRefund, getRefundRequest } from '#contracts/refund-requests.ts'
import { refusalMessage } from '#rules/errors/refusal.ts'
import { myTracksPath, refundRequestPath } from '#rules/orders/order-paths.ts'
import { refundsPath } from '#rules/page-paths.ts'
import { valueForUser } from '#web/accounts/login-redirects.ts'
import { apiContext } from '#web/api/contexts.ts'
import { orNetworkError } from '#web/forms/or-network-error.ts'
import { submitForm } from '#web/forms/submit-form.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { RefundRequestForm } from '#web/orders/refund-request-form.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import type { Route } from './+types/refund-request-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Something is wrong', mayBeIndexed: false })

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const result = await context.get(apiContext).request(getRefundRequest, { id: params.id })
  // Not owned, not bought, or no id at all: the response is the same for all three.
  if (!result.ok && (result.status === 400 || result.status === 404)) {
    throw data({ message: refusalMessage('not_found') }, { status: 404 })
  }
  return valueForUser(result, url)
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await request.formData()
  const input = { id: params.id }
  const sent = await submitForm(context.get(apiContext), askForRefund, form, { input })
  if (sent.ok) throw redirect(refundRequestPath(params.id))
  return sent.refusal
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkError(serverAction)

export default function RefundRequestPage({ loaderData, actionData }: Route.ComponentProps) {
  const isPending = useNavigation().state === 'submitting'
  return (
    <div className="page">
      <div className="page-head">
        <h1>
          Something is wrong with <bdi>{loaderData.title}</bdi>
        </h1>
      </div>
      <div className="page-column">
        <RefundRequestForm {...{ asked: loaderData, actionData, isPending }} />
        <p className="link-row">
          <PageLink href={myTracksPath()}>My Tracks</PageLink>
          <PageLink href={refundsPath}>Our refunds</PageLink>
        </p>
      </div>
    </div>
  )
}
