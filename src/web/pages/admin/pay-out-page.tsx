import { redirect } from 'react-router'
import { getPlatformBalance, payOut, previewPayout } from '#contracts/admin/platform-balance.ts'
import { adminPath } from '#rules/admin/admin-paths.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import { NothingOffered } from '#web/admin/money/nothing-offered.tsx'
import { AmountForm, ConfirmForm } from '#web/admin/money/pay-out-form.tsx'
import { usePendingForm } from '#web/admin/use-pending-form.ts'
import { apiContext } from '#web/api/contexts.ts'
import { atField } from '#web/forms/form-fields.ts'
import { orNetworkError } from '#web/forms/or-network-error.ts'
import { submitForm } from '#web/forms/submit-form.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import type { Route } from './+types/pay-out-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Pay out: Admin', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const money = valueForAdmin(await api.request(getPlatformBalance, {}), url)
  const { offeredPence, balance } = money
  if (offeredPence === 0) return { offeredPence, balance, amount: null, preview: null }
  const amount = url.searchParams.get('amount')
  const asked = amount === null ? null : await api.request(previewPayout, { amount })
  // What is no amount, or too much, is refused at the field.
  const isAmountRefused = asked?.ok === false && [400, 409].includes(asked.status)
  if (asked !== null && !isAmountRefused) valueForAdmin(asked, url)
  const preview = asked?.ok === false ? atField(asked, { more_than_earned: 'amount' }) : asked
  return { offeredPence, balance, amount, preview }
}

export async function action({ context, request }: Route.ActionArgs) {
  const sent = await submitForm(context.get(apiContext), payOut, await request.formData(), {
    fieldOfCode: { wrong_code: 'code', code_repeated: 'code', too_many_codes: 'code' },
  })
  if (sent.ok) throw redirect(`${adminPath('money')}?ordered=1`)
  return sent.refusal
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkError(serverAction)

export default function PayOutPage({ loaderData, actionData }: Route.ComponentProps) {
  const { offeredPence, balance, amount, preview } = loaderData
  const { isAsking, isPending } = usePendingForm()
  if (offeredPence === 0)
    return (
      <AdminArea page="money" title="Pay out">
        <NothingOffered balance={balance} />
      </AdminArea>
    )
  return (
    <AdminArea page="money" title="Pay out">
      <div className="page-column">
        <AmountForm
          offeredPence={offeredPence}
          amount={amount}
          refused={preview?.ok === false ? preview : undefined}
          isPending={isAsking}
        />
        {preview?.ok === true && amount !== null && (
          <ConfirmForm
            preview={preview.value}
            amount={amount}
            actionData={actionData}
            isPending={isPending}
          />
        )}
      </div>
    </AdminArea>
  )
}
