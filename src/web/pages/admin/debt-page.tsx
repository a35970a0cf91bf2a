import { redirect, useNavigation } from 'react-router'
import { decideDebt, getDebt } from '#contracts/admin/debts.ts'
import { adminDebtPath } from '#rules/admin/admin-paths.ts'
import { formatPence } from '#rules/price.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import { DebtRecord } from '#web/admin/owed/debt-record.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { orNetworkError } from '#web/forms/or-network-error.ts'
import { submitForm } from '#web/forms/submit-form.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import type { Route } from './+types/debt-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Debt: Admin', mayBeIndexed: false })

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const found = await context.get(apiContext).request(getDebt, { id: params.id })
  return { debt: valueForAdmin(found, url), isDecidedNow: url.searchParams.has('decided') }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await request.formData()
  const input = { id: params.id }
  const sent = await submitForm(context.get(apiContext), decideDebt, form, { input })
  if (sent.ok) throw redirect(`${adminDebtPath(params.id)}?decided=1`)
  return sent.refusal
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkError(serverAction)

export default function DebtPage({ loaderData, actionData }: Route.ComponentProps) {
  const isPending = useNavigation().state === 'submitting'
  return (
    <AdminArea page="debts" title={`Debt of ${formatPence(loaderData.debt.amountPence)}`}>
      <DebtRecord {...loaderData} actionData={actionData} isPending={isPending} />
    </AdminArea>
  )
}
