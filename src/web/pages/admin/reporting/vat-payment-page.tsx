import { redirect } from 'react-router'
import { listVatMonths } from '#contracts/admin/reporting.ts'
import { previewVatPayment, recordVatPayment } from '#contracts/admin/vat-payments.ts'
import { adminPath } from '#rules/admin/admin-paths.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import {
  ConfirmForm,
  NothingOwed,
  PaymentForm,
  vatPaymentFields,
  type VatPaymentTexts,
} from '#web/admin/reporting/vat-payment-form.tsx'
import { usePendingForm } from '#web/admin/use-pending-form.ts'
import { apiContext } from '#web/api/contexts.ts'
import { atField, type FieldOfCode } from '#web/forms/form-fields.ts'
import { orNetworkError } from '#web/forms/or-network-error.ts'
import { submitForm } from '#web/forms/submit-form.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import type { Route } from './+types/vat-payment-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'VAT that was paid: Admin', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { owedPence } = valueForAdmin(await api.request(listVatMonths, {}), url)
  if (owedPence <= 0) return { owedPence, payment: null, preview: null }
  const payment = readPayment(url.searchParams)
  const asked = payment === null ? null : await api.request(previewVatPayment, payment)
  // What is no such payment is refused at its field.
  const isRefused = asked?.ok === false && [400, 409].includes(asked.status)
  if (asked !== null && !isRefused) valueForAdmin(asked, url)
  const preview = asked?.ok === false ? atField(asked, fieldOfCode) : asked
  return { owedPence, payment, preview }
}

/** That dates are impossible is about three fields. */
const fieldOfCode: FieldOfCode<typeof previewVatPayment> = {
  more_than_vat_owed: 'amount',
  vat_payment_recorded: 'reference',
}

/** Null before the first form is sent. */
function readPayment(params: URLSearchParams): VatPaymentTexts | null {
  if (!params.has('amount')) return null
  const [amount, from, until, paidOn, reference] = vatPaymentFields.map(
    (name) => params.get(name) ?? '',
  ) as [string, string, string, string, string]
  return { amount, from, until, paidOn, reference }
}

export async function action({ context, request }: Route.ActionArgs) {
  const sent = await submitForm(
    context.get(apiContext),
    recordVatPayment,
    await request.formData(),
    { fieldOfCode: { wrong_code: 'code', code_repeated: 'code', too_many_codes: 'code' } },
  )
  if (sent.ok) throw redirect(adminPath('vat'))
  return sent.refusal
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkError(serverAction)

export default function VatPaymentPage({ loaderData, actionData }: Route.ComponentProps) {
  const { owedPence, payment, preview } = loaderData
  const { isAsking, isPending } = usePendingForm()
  if (owedPence <= 0)
    return (
      <AdminArea page="reporting" title="VAT that was paid">
        <NothingOwed owedPence={owedPence} />
      </AdminArea>
    )
  return (
    <AdminArea page="reporting" title="VAT that was paid">
      <div className="page-column">
        <PaymentForm
          owedPence={owedPence}
          typed={payment ?? {}}
          refused={preview?.ok === false ? preview : undefined}
          isPending={isAsking}
        />
        {preview?.ok === true && payment !== null && (
          <ConfirmForm
            preview={preview.value}
            payment={payment}
            actionData={actionData}
            isPending={isPending}
          />
        )}
      </div>
    </AdminArea>
  )
}
