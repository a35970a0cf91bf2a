import { redirect } from 'react-router'
import { previewRefund, refundSale } from '#contracts/admin/refunds.ts'
import { adminSalePath } from '#rules/admin/admin-paths.ts'
import { invalidInputMessage } from '#rules/errors/general-messages.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import { adminMessages } from '#web/admin/admin-messages.ts'
import { SaleRefundForms } from '#web/admin/refunds/sale-refund.tsx'
import { SoldFacts } from '#web/admin/refunds/sold-facts.tsx'
import { usePendingForm } from '#web/admin/use-pending-form.ts'
import { apiContext } from '#web/api/contexts.ts'
import type { Refused } from '#web/api/result.ts'
import { orNetworkError } from '#web/forms/or-network-error.ts'
import { submitForm } from '#web/forms/submit-form.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/sale-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Refund a sale: Admin', mayBeIndexed: false })

export async function loader({ context, params: { id }, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const amount = url.searchParams.get('amount')
  const isDone = url.searchParams.has('done')
  const asked = await api.request(previewRefund, { id, part: amount ?? undefined })
  const isWrong =
    !asked.ok && (asked.code === 'refund_out_of_range' || asked.code === 'invalid_input')
  if (amount === null || !isWrong) return { sale: valueForAdmin(asked, url), wrong: null, isDone }
  const sale = valueForAdmin(await api.request(previewRefund, { id }), url)
  return { sale, wrong: { amount, refused: atAmount(asked) }, isDone }
}

/** The endpoint has another name for the field. */
function atAmount(refused: Refused): Refused {
  const message = refused.issues?.[0]?.message ?? refused.message
  return { ...refused, message: invalidInputMessage, issues: [{ path: ['amount'], message }] }
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
  const pending = usePendingForm()
  const { sale, wrong, isDone } = loaderData
  return (
    <AdminArea page="refunds" title="Refund a sale">
      <div className="stack-lg">
        {isDone && (
          <Notice tone="felt">
            <p>{adminMessages.givenBack}</p>
          </Notice>
        )}
        <SoldFacts sale={sale} />
        <SaleRefundForms {...{ sale, wrong, actionData, ...pending }} />
      </div>
    </AdminArea>
  )
}
