import { redirect, useNavigation } from 'react-router'
import { previewRefund, refundSale } from '#contracts/admin/refunds.ts'
import { adminSalePath } from '#rules/admin/admin-paths.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import { adminMessages } from '#web/admin/admin-messages.ts'
import { SaleRefundForms } from '#web/admin/refunds/sale-refund.tsx'
import { SoldFacts } from '#web/admin/refunds/sold-facts.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { orNetworkError } from '#web/forms/or-network-error.ts'
import { submitForm } from '#web/forms/submit-form.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/sale-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Refund a sale: Admin', mayBeIndexed: false })

/** An amount that cannot be given back is said beside its field; then all that is left is shown. */
export async function loader({ context, params: { id }, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const part = url.searchParams.get('amount') ?? undefined
  const isDone = url.searchParams.has('done')
  const asked = await api.request(previewRefund, { id, part })
  const isWrong =
    !asked.ok && (asked.code === 'refund_out_of_range' || asked.code === 'invalid_input')
  if (!isWrong) return { sale: valueForAdmin(asked, url), problem: null, isDone }
  const problem = asked.issues?.[0]?.message ?? asked.message
  return { sale: valueForAdmin(await api.request(previewRefund, { id }), url), problem, isDone }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await request.formData()
  const input = { id: params.id }
  const sent = await submitForm(context.get(apiContext), refundSale, form, { input })
  if (sent.ok) throw redirect(`${adminSalePath(params.id)}?done=1`)
  return sent.refusal
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkError(serverAction)

export default function SalePage({ loaderData, actionData }: Route.ComponentProps) {
  const isPending = useNavigation().state === 'submitting'
  const { sale, problem, isDone } = loaderData
  return (
    <AdminArea page="refunds" title="Refund a sale">
      <div className="stack-lg">
        {isDone && (
          <Notice tone="felt">
            <p>{adminMessages.givenBack}</p>
          </Notice>
        )}
        <SoldFacts sale={sale} />
        <SaleRefundForms {...{ sale, problem, actionData, isPending }} />
      </div>
    </AdminArea>
  )
}
