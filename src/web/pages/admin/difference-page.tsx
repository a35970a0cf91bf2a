import { redirect, useNavigation } from 'react-router'
import { endDifference, getDifference } from '#contracts/admin/reconciliation.ts'
import { adminDifferencePath } from '#rules/admin/admin-paths.ts'
import { describeDifference } from '#rules/payments/difference-process.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import { DifferenceRecord } from '#web/admin/days/difference-record.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { orNetworkError } from '#web/forms/or-network-error.ts'
import { submitForm } from '#web/forms/submit-form.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import type { Route } from './+types/difference-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Difference: Admin', mayBeIndexed: false })

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const found = await context.get(apiContext).request(getDifference, { id: params.id })
  return { difference: valueForAdmin(found, url), isEndedNow: url.searchParams.has('ended') }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await request.formData()
  const input = { id: params.id }
  const sent = await submitForm(context.get(apiContext), endDifference, form, { input })
  if (sent.ok) throw redirect(`${adminDifferencePath(params.id)}?ended=1`)
  return sent.refusal
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkError(serverAction)

export default function DifferencePage({ loaderData, actionData }: Route.ComponentProps) {
  const isPending = useNavigation().state === 'submitting'
  const { label } = describeDifference(loaderData.difference.kind)
  return (
    <AdminArea page="reconciliation" title={label}>
      <DifferenceRecord {...loaderData} actionData={actionData} isPending={isPending} />
    </AdminArea>
  )
}
