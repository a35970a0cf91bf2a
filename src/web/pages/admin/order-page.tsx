import { redirect, useNavigation } from 'react-router'
import { endMismatch, getPayment } from '#contracts/admin/payments.ts'
import { adminOrderPath } from '#rules/admin/admin-paths.ts'
import { nextOfMismatch } from '#rules/admin/next-steps.ts'
import { formatPence } from '#rules/price.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import { adminMessages } from '#web/admin/admin-messages.ts'
import { MismatchForm } from '#web/admin/orders/mismatch-form.tsx'
import { PaymentFacts } from '#web/admin/orders/payment-facts.tsx'
import { PaymentTimeline } from '#web/admin/orders/payment-timeline.tsx'
import { TaskPanel } from '#web/admin/tasks/task.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { orNetworkError } from '#web/forms/or-network-error.ts'
import { submitForm } from '#web/forms/submit-form.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/order-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Order: Admin', mayBeIndexed: false })

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const found = await context.get(apiContext).request(getPayment, { id: params.id })
  return { payment: valueForAdmin(found, url), isEndedNow: url.searchParams.has('ended') }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await request.formData()
  const input = { id: params.id }
  const sent = await submitForm(context.get(apiContext), endMismatch, form, { input })
  if (sent.ok) throw redirect(`${adminOrderPath(params.id)}?ended=1`)
  return sent.refusal
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkError(serverAction)

export default function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { payment, isEndedNow } = loaderData
  const { id, receiptNumber, pence, task } = payment
  const title = receiptNumber ?? `Payment of ${formatPence(pence)}`
  const isPending = useNavigation().state === 'submitting'
  return (
    <AdminArea page="orders" title={title}>
      <div className="stack-lg">
        {isEndedNow && (
          <Notice tone="felt">
            <p>{adminMessages.mismatchEnded}</p>
          </Notice>
        )}
        <PaymentFacts payment={payment} />
        {task !== null && (
          <>
            <TaskPanel kind="payment" id={id} about={title} task={task} next={nextOfMismatch()} />
            <MismatchForm actionData={actionData} isPending={isPending} />
          </>
        )}
        <section className="stack" aria-labelledby="timeline">
          <h2 id="timeline">Every row of money</h2>
          <PaymentTimeline steps={payment.timeline} />
        </section>
      </div>
    </AdminArea>
  )
}
