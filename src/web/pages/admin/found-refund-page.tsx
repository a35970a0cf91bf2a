import { redirect } from 'react-router'
import { assignFoundRefund, getFoundRefund } from '#contracts/admin/found-refunds.ts'
import { adminFoundRefundPath } from '#rules/admin/admin-paths.ts'
import { invalidInputMessage } from '#rules/errors/general-messages.ts'
import { divisionText } from '#rules/payments/divided-refund.ts'
import { formatPence } from '#rules/price.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import { adminMessages } from '#web/admin/admin-messages.ts'
import { problemsOfAmounts } from '#web/admin/refunds/amount-problems.ts'
import { amountField, FoundRefundRecord } from '#web/admin/refunds/found-refund.tsx'
import { usePendingForm } from '#web/admin/use-pending-form.ts'
import { apiContext } from '#web/api/contexts.ts'
import type { Refused } from '#web/api/result.ts'
import { orNetworkError } from '#web/forms/or-network-error.ts'
import { submitForm } from '#web/forms/submit-form.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/found-refund-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Which track?: Admin', mayBeIndexed: false })

/** A wrong amount is said at its field, a wrong sum above all of them. */
export async function loader({ context, params: { id }, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const typed = typedAmounts(url.searchParams)
  const division = divisionText(typed)
  const shown = {
    typed: Object.fromEntries(typed.map(({ saleId, amount }) => [saleId, amount])),
    division,
    isDone: url.searchParams.has('done'),
  }
  const asked = await api.request(getFoundRefund, typed.length === 0 ? { id } : { id, division })
  const isWrong =
    !asked.ok && ['refund_not_divided', 'refund_out_of_range', 'invalid_input'].includes(asked.code)
  if (!isWrong) return { ...shown, found: valueForAdmin(asked, url), refused: undefined }
  const found = valueForAdmin(await api.request(getFoundRefund, { id }), url)
  return { ...shown, found, refused: atAmounts(asked, problemsOfAmounts(typed, found.sales)) }
}

function atAmounts(asked: Refused, problems: ReturnType<typeof problemsOfAmounts>): Refused {
  if (problems.length === 0) return asked
  const issues = problems.map(({ saleId, message }) => ({ path: [amountField + saleId], message }))
  return { ...asked, message: invalidInputMessage, issues }
}

function typedAmounts(search: URLSearchParams) {
  return [...search]
    .filter(([name]) => name.startsWith(amountField))
    .map(([name, amount]) => ({ saleId: name.slice(amountField.length), amount }))
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await request.formData()
  const input = { id: params.id }
  const sent = await submitForm(context.get(apiContext), assignFoundRefund, form, { input })
  if (sent.ok) throw redirect(`${adminFoundRefundPath(params.id)}?done=1`)
  return sent.refusal
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkError(serverAction)

export default function FoundRefundPage({ loaderData, actionData }: Route.ComponentProps) {
  const pending = usePendingForm()
  const { isDone, ...shown } = loaderData
  const { pence, paidPence, isAssigned } = shown.found
  const amounts = `${formatPence(pence)} of ${formatPence(paidPence)}`
  return (
    <AdminArea
      page="refunds"
      title={isAssigned ? `Refund of ${amounts}` : `${amounts}: which track?`}
    >
      {isDone && (
        <Notice tone="felt">
          <p>{adminMessages.refundAssigned}</p>
        </Notice>
      )}
      <FoundRefundRecord {...shown} actionData={actionData} {...pending} />
    </AdminArea>
  )
}
