// The basket in the header: hidden while the cart is empty, else a button and its dropdown.

import { ShoppingBasket } from 'lucide-react'
import { Suspense } from 'react'
import { cartPath } from '#rules/page-paths.ts'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { badgeText } from '#web/ui/whole-number.ts'
import { countText } from './cart-messages.ts'
import { cart, cartMenuId, useCart } from './cart-store.ts'

/** Loaded with the first item: most visits have none. */
const BasketContents = lazyOr(
  () => import('./basket-contents.tsx'),
  () => <PageLink href={cartPath}>View Cart</PageLink>,
)

export function CartMenu() {
  const count = useCart((state) => state.items.length)
  if (count === 0) return null
  return (
    <>
      <button
        type="button"
        className="btn btn-ghost cart-button"
        popoverTarget={cartMenuId}
        aria-label={`Basket, ${countText(count)}`}
      >
        <ShoppingBasket size={20} aria-hidden="true" />
        <span className="cart-button-name">Basket</span>{' '}
        <span className="cart-count">{badgeText(count)}</span>
      </button>
      <section
        id={cartMenuId}
        popover="auto"
        className="popover"
        aria-label="Basket"
        onToggle={(event) => cart.setOpen(event.newState === 'open')}
      >
        <Suspense fallback={null}>
          <BasketContents />
        </Suspense>
      </section>
    </>
  )
}
