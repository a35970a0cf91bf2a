import { data, redirect } from 'react-router'
import { decideCommission, decideDispute, previewDecision } from '#contracts/admin/commissions.ts'
import { adminDecisionPath } from '#rules/admin/admin-paths.ts'
import { disputeDecisions } from '#rules/commissions/dispute-process.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import { usePendingForm } from '#web/admin/use-pending-form.ts'
import { apiContext } from '#web/api/contexts.ts'
import { CommissionDecision } from '#web/commissions/admin/decision.tsx'
import { commissionMessages } from '#web/commissions/commission-messages.ts'
import { atField } from '#web/forms/form-fields.ts'
import { formText } from '#web/forms/form-text.ts'
import { orNetworkError } from '#web/forms/or-network-error.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/decision-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Decide a commission: Admin', mayBeIndexed: false })

export async function loader({ context, params: { id }, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const outcome = outcomeOf(url.searchParams.get('outcome'))
  const artistPart = outcome === 'partial' ? url.searchParams.get('artistPart') : null
  const chosen = { outcome, artistPart, isDone: url.searchParams.has('done') }
  const asked = await api.request(previewDecision, {
    id,
    outcome: outcome ?? undefined,
    artistPart: artistPart ?? undefined,
  })
  const isWrong =
    !asked.ok && outcome !== null && !['not_allowed', 'two_factor_required'].includes(asked.code)
  if (!isWrong) return { ...chosen, ...valueForAdmin(asked, url), refused: null }
  const refused = atField(asked, { part_out_of_range: 'artistPart' })
  const { commission } = valueForAdmin(await api.request(previewDecision, { id }), url)
  return { ...chosen, commission, decision: null, refused }
}

export async function action({ context, params: { id }, request }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await request.formData()
  const outcome = outcomeOf(formText(form, 'outcome'))
  if (outcome === null) throw data(null, { status: 400 })
  const typed = { reason: formText(form, 'reason'), note: formText(form, 'note') }
  const decision = { outcome, artistPart: formText(form, 'artistPart'), ...typed }
  const disputeId = formText(form, 'disputeId')
  const sent =
    disputeId === ''
      ? await api.request(decideCommission, { id, ...decision })
      : await api.request(decideDispute, { id: disputeId, ...decision })
  if (sent.ok) throw redirect(`${adminDecisionPath(id)}?done=1`)
  return data({ refused: sent, typed }, { status: sent.status })
}

function outcomeOf(text: string | null) {
  return disputeDecisions.find((known) => known === text) ?? null
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkError(serverAction)

export default function DecisionPage({ loaderData, actionData }: Route.ComponentProps) {
  const pending = usePendingForm()
  const { isDone, ...shown } = loaderData
  return (
    <AdminArea page="disputes" title="Decide a commission">
      {isDone && (
        <Notice tone="felt">
          <p>{commissionMessages.decided}</p>
        </Notice>
      )}
      <CommissionDecision {...shown} {...{ actionData, ...pending }} />
    </AdminArea>
  )
}
