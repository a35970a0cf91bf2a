import { cartPath, loginPath, tracksPath } from '#rules/page-paths.ts'
import { formatPence } from '#rules/price.ts'
import { hasSessionLapsed, useSession } from '#web/accounts/session-store.ts'
import { CartChangesNotice } from '#web/cart/cart-changes-notice.tsx'
import { countText } from '#web/cart/cart-messages.ts'
import { cart, useCart } from '#web/cart/cart-store.ts'
import { CartTable } from '#web/cart/cart-table.tsx'
import { CheckoutButton } from '#web/orders/checkout-button.tsx'
import { CheckoutTerms } from '#web/orders/checkout-terms.tsx'
import type { CartState } from '#web/cart/cart-state.ts'
import { ClearCartButton } from '#web/cart/clear-cart-button.tsx'
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
      <div className="mb-6 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h1>Cart</h1>
        <output className="text-ink-2">
          {state.items.length > 0 && countText(state.items.length)}
        </output>
      </div>
      {/* A minimum height, so that the content below does not move when the cart appears or disappears. */}
      <div className="min-h-[75vh]">
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
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <section className="panel" aria-label="Tracks in your cart">
        <CartTable items={state.items} totalPence={state.totalPricePence} />
        <div className="mt-4">
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
          <p className="text-md text-ink-2">
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
      <p className="mb-3">Your tracks are still in it. Please try again.</p>
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
      <div className="max-w-[50rem]">
        <div className="panel panel-stack needs-script" aria-hidden="true">
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
          <Skeleton className="h-14 w-2/3" />
        </div>
      </div>
      <noscript>
        <Notice tone="info">Showing the cart needs JavaScript.</Notice>
      </noscript>
    </>
  )
}
