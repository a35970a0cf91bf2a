import { cartPath } from '#rules/page-paths.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Route } from './+types/checkout-cancelled-page.ts'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Payment cancelled', mayBeIndexed: false })

export default function CheckoutCancelledPage() {
  return (
    <div className="page">
      <h1 className="sr-only">Payment cancelled</h1>
      <EmptyState
        title="Nothing was charged"
        text="You left the payment before it was made. Your cart is just as you left it."
        action={<ButtonLink href={cartPath}>Back to cart</ButtonLink>}
      />
    </div>
  )
}
