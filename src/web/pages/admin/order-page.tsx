import { getPayment } from '#contracts/admin/payments.ts'
import { formatPence } from '#rules/price.ts'
import { valueForAdmin } from '#web/admin/admin-access.ts'
import { AdminArea } from '#web/admin/admin-area.tsx'
import { PaymentFacts } from '#web/admin/orders/payment-facts.tsx'
import { PaymentTimeline } from '#web/admin/orders/payment-timeline.tsx'
import { apiContext } from '#web/api/contexts.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import type { Route } from './+types/order-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Order: Admin', mayBeIndexed: false })

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const found = await context.get(apiContext).request(getPayment, { id: params.id })
  return valueForAdmin(found, url)
}

export default function OrderPage({ loaderData: payment }: Route.ComponentProps) {
  const { receiptNumber, pence } = payment
  return (
    <AdminArea page="orders" title={receiptNumber ?? `Payment of ${formatPence(pence)}`}>
      <div className="stack-lg">
        <PaymentFacts payment={payment} />
        <section className="stack" aria-labelledby="timeline">
          <h2 id="timeline">Every row of money</h2>
          <PaymentTimeline steps={payment.timeline} />
        </section>
      </div>
    </AdminArea>
  )
}
