import { redirect, useNavigation } from 'react-router'
import { answerBankDispute, getBankDispute } from '#contracts/admin/bank-disputes.ts'
import { makeEvidenceFiles, removeEvidenceFile } from '#contracts/admin/evidence-files.ts'
import { adminBankDisputePath } from '#rules/admin/admin-paths.ts'
import { isRefusalCode, refusalMessage, refusalStatus } from '#rules/errors/refusal.ts'
import { formatPence } from '#rules/price.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import {
  attachFieldOfCode,
  canAttach,
  makeField,
  removeField,
} from '#web/admin/bank-disputes/evidence-files.tsx'
import { BankDisputeRecord } from '#web/admin/bank-disputes/bank-dispute-record.tsx'
import { apiContext } from '#web/api/contexts.ts'
import type { Refused } from '#web/api/result.ts'
import { atField } from '#web/forms/form-fields.ts'
import { orNetworkError } from '#web/forms/or-network-error.ts'
import { submitForm } from '#web/forms/submit-form.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import type { Route } from './+types/bank-dispute-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Bank dispute: Admin', mayBeIndexed: false })

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const found = await context.get(apiContext).request(getBankDispute, { id: params.id })
  const dispute = valueForAdmin(found, url)
  const refused = refusalIn(url.searchParams.get('refused'))
  const isAtForm = refused !== null && canAttach(dispute)
  const problem = isAtForm ? null : (refused ?? refusalIn(url.searchParams.get('problem')))
  return {
    dispute,
    isSentNow: url.searchParams.has('sent'),
    attachRefused: isAtForm ? atField(refused, attachFieldOfCode) : null,
    attachTyped: { field: url.searchParams.get('field') ?? undefined },
    problem: problem?.message ?? null,
  }
}

function refusalIn(code: string | null): Refused | null {
  if (code === null || !isRefusalCode(code)) return null
  return { ok: false, status: refusalStatus(code), code, message: refusalMessage(code) }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await request.formData()
  const api = context.get(apiContext)
  const input = { id: params.id }
  const page = adminBankDisputePath(params.id)
  const removed = form.get(removeField)
  if (form.has(makeField) || typeof removed === 'string') {
    const changed =
      typeof removed === 'string'
        ? await api.request(removeEvidenceFile, { id: removed })
        : await api.request(makeEvidenceFiles, input)
    throw redirect(changed.ok ? page : `${page}?problem=${changed.code}`)
  }
  const sent = await submitForm(api, answerBankDispute, form, { input })
  if (sent.ok) throw redirect(`${page}?sent=1`)
  return sent.refusal
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkError(serverAction)

export default function BankDisputePage({ loaderData, actionData }: Route.ComponentProps) {
  const isPending = useNavigation().state === 'submitting'
  const title = `Bank dispute of ${formatPence(loaderData.dispute.pence)}`
  return (
    <AdminArea page="bankDisputes" title={title}>
      <BankDisputeRecord {...loaderData} actionData={actionData} isPending={isPending} />
    </AdminArea>
  )
}
