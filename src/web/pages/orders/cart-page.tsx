import { tracksPath } from '#rules/search/track-search.ts'
import { cartPath, loginPath } from '#rules/page-paths.ts'
import { formatPence } from '#rules/price.ts'
import { hasSessionLapsed, useSession } from '#web/accounts/session-store.ts'
import { CartChangesNotice } from '#web/cart/cart-changes-notice.tsx'
import { countText } from '#web/cart/cart-messages.ts'
import { cart, useCart, type CartState } from '#web/cart/cart-store.ts'
import { CartTable, ClearCartButton } from '#web/cart/cart-table.tsx'
import { CheckoutButton } from '#web/orders/checkout-button.tsx'
import { CheckoutTerms } from '#web/orders/checkout-terms.tsx'
import { pageMeta } from '#web/layout/page-meta.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { accountMessages } from '#web/accounts/account-messages.ts'
import type { Route } from './+types/cart-page.ts'

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Cart', mayBeIndexed: false })

/** The cart is loaded in the browser: the server renders the page without it. */
export default function CartPage() {
  const state = useCart((present) => present)
  return (
    <div className="page">
      <div className="cart-head">
        <h1>Cart</h1>
        <output className="muted">{state.items.length > 0 && countText(state.items.length)}</output>
      </div>
      <div className="cart-body">
        <CartChangesNotice />
        <CartContent state={state} />
      </div>
    </div>
  )
}

function CartContent({ state }: { state: CartState }) {
  if (state.items.length > 0) return <FilledCart state={state} />
  if (state.error !== null) return <FailedCart error={state.error} />
  if (state.isLoading) return <LoadingCart />
  return <EmptyCart />
}

function EmptyCart() {
  const isVisitor = useSession().state === 'visitor'
  if (isVisitor && hasSessionLapsed()) {
    return (
      <EmptyState
        title={accountMessages.loggedOut}
        action={<ButtonLink href={loginPath({ redirectTo: cartPath })}>Log in</ButtonLink>}
      />
    )
  }
  return (
    <EmptyState
      title="Your cart is empty"
      text="Find a song in your key; it will wait for you here."
      action={<ButtonLink href={tracksPath()}>Browse tracks</ButtonLink>}
    />
  )
}

function FilledCart({ state }: { state: CartState }) {
  return (
    <div className="cart-columns">
      <section className="panel" aria-label="Tracks in your cart">
        <CartTable items={state.items} totalPence={state.totalPricePence} />
        <div className="cart-clear">
          <ClearCartButton count={state.items.length} />
        </div>
      </section>
      <div className="cart-side">
        <section className="panel cart-dock" aria-label="Checkout">
          <p className="cart-total">
            <span>You pay</span>
            <strong>{formatPence(state.totalPricePence)}</strong>
          </p>
          {state.error !== null && <Notice tone="danger">{state.error}</Notice>}
          <CheckoutButton />
        </section>
        <section className="panel panel-stack" aria-labelledby="checkout-heading">
          <h2 id="checkout-heading">What happens next</h2>
          <p>You will pay by card. Your downloads appear in My Tracks.</p>
          <CheckoutTerms />
          <p className="detail">
            Not sure yet? <PageLink href={tracksPath()}>Keep listening</PageLink>, your cart stays
            as it is.
          </p>
        </section>
      </div>
    </div>
  )
}

function FailedCart({ error }: { error: string }) {
  return (
    <Notice tone="danger" title={error}>
      <p className="cart-failed">Your tracks are still in it. Please try again.</p>
      <Button size="sm" onClick={() => void cart.load()}>
        Try Again
      </Button>
    </Notice>
  )
}

function LoadingCart() {
  return (
    <>
      <output className="sr-only">Loading your cart</output>
      <div className="cart-loading">
        <div className="panel panel-stack needs-script" aria-hidden="true">
          <Skeleton className="skeleton-cart-row" />
          <Skeleton className="skeleton-cart-row" />
          <Skeleton className="skeleton-cart-total" />
        </div>
      </div>
      <noscript>
        <Notice tone="info">Showing the cart needs JavaScript.</Notice>
      </noscript>
    </>
  )
}
