// The return page after the card provider's checkout. Only the provider's data confirms the payment, not a visit to this page.

import { useEffect } from 'react'
import { data, redirect, useNavigate } from 'react-router'
import { myTracksPath } from '#rules/orders/order-paths.ts'
import { cartPath } from '#rules/page-paths.ts'
import { getCheckout } from '#contracts/orders.ts'
import { refusalMessage } from '#rules/errors/refusal.ts'
import { valueForUser } from '#web/accounts/login-redirects.ts'
import { apiContext } from '#web/api/contexts.ts'
import { cart } from '#web/cart/cart-store.ts'
import { useCheckoutProgress } from '#web/orders/checkout-progress.ts'
import { ownedTracks } from '#web/orders/owned-tracks-store.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { Route } from './+types/checkout-success-page.ts'

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Payment', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  const sessionId = url.searchParams.get('cs') ?? ''
  const result = await context.get(apiContext).request(getCheckout, { sessionId })
  // No such checkout, another customer's, or an invalid id: the response is the same for all three.
  if (!result.ok && (result.status === 400 || result.status === 404)) {
    throw data({ message: refusalMessage('not_found') }, { status: 404 })
  }
  const { orderId: order, state } = valueForUser(result, url)
  if (state === 'paid') throw redirect(myTracksPath({ order }))
  return { sessionId, order, state }
}

export default function CheckoutSuccessPage({ loaderData }: Route.ComponentProps) {
  const { sessionId, order } = loaderData
  const { state, isSlow } = useCheckoutProgress(sessionId, loaderData.state)
  const navigate = useNavigate()
  useEffect(() => {
    if (state !== 'paid') return
    void cart.load()
    void ownedTracks.load()
    void navigate(myTracksPath({ order }), { replace: true })
  }, [state, order, navigate])

  if (state !== 'paid' && state !== 'preparing') return <Unpaid state={state} />
  return (
    <div className="page empty-state">
      <Spinner size={48} />
      <h1>Payment received, preparing your downloads</h1>
      <p>
        <output>
          {isSlow
            ? 'This takes longer than usual. We will email you as soon as your downloads are ready: it is safe to leave this page.'
            : 'This takes a few seconds.'}
        </output>
      </p>
      <noscript>
        <a href={`?cs=${encodeURIComponent(sessionId)}`}>Look again</a>
      </noscript>
    </div>
  )
}

const unpaidTitles = {
  open: 'This payment has not been made yet',
  expired: 'This payment has expired',
  closed: 'This payment is closed',
}

function Unpaid({ state }: { state: keyof typeof unpaidTitles }) {
  const text =
    state === 'closed'
      ? 'It failed, your bank has taken the money back, or we are looking into it.'
      : 'Nothing was charged. Your cart is just as you left it.'
  return (
    <div className="page">
      <h1 className="sr-only">Payment not finished</h1>
      <EmptyState
        title={unpaidTitles[state]}
        text={text}
        action={<ButtonLink href={cartPath}>Back to cart</ButtonLink>}
      />
    </div>
  )
}
