// The basket in the header: hidden while the cart is empty, else a button and its dropdown.

import { ShoppingBasket, X } from 'lucide-react'
import { useRef } from 'react'
import { cartPath, trackPath } from '#rules/page-paths.ts'
import { formatPence } from '#rules/price.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { badgeText } from '#web/ui/whole-number.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { moveFocus } from '#web/ui/focus.ts'
import { removeWithToast } from './cart-actions.ts'
import { cartMessages, countText } from './cart-messages.ts'
import { cart, cartMenuId, useCart } from './cart-store.ts'
import type { CartItem } from './cart-calls.ts'

export function CartMenu() {
  const items = useCart((state) => state.items)
  if (items.length === 0) return null
  return (
    <>
      <button
        type="button"
        className="btn btn-ghost cart-button"
        popoverTarget={cartMenuId}
        aria-label={`Basket, ${countText(items.length)}`}
      >
        <ShoppingBasket size={20} aria-hidden="true" />
        <span className="max-sm:hidden">Basket</span>{' '}
        <span className="rounded-full bg-accent px-2 py-px text-sm text-on-accent">
          {badgeText(items.length)}
        </span>
      </button>
      <Dropdown items={items} />
    </>
  )
}

function Dropdown({ items }: { items: CartItem[] }) {
  const heading = useRef<HTMLParagraphElement>(null)
  const totalPence = useCart((state) => state.totalPricePence)
  const remove = async (item: CartItem) => {
    await removeWithToast(item.track)
    moveFocus(heading.current)
  }
  return (
    <section
      id={cartMenuId}
      popover="auto"
      className="popover"
      aria-label="Basket"
      onToggle={(event) => cart.setOpen(event.newState === 'open')}
    >
      <p ref={heading} tabIndex={-1} className="px-2 pb-2 font-display text-xl">
        Basket <span className="font-text text-md text-ink-2">{countText(items.length)}</span>
      </p>
      <ul className="max-h-[50dvh] overflow-auto border-y border-line">
        {items.map((item) => (
          <li key={item.track.id} className="flex items-center gap-3 py-2 pl-2">
            <img src={item.track.coverUrl} alt="" width="40" height="40" className="rounded-tag" />
            <span className="min-w-0 grow">
              <PageLink
                href={trackPath(item.track.id)}
                className="block leading-tight font-semibold no-underline wrap-anywhere hover:underline"
              >
                <bdi>{item.track.title}</bdi>
              </PageLink>
              <span className="text-sm text-ink-2">
                {formatPence(item.track.customerPricePence)}
              </span>
            </span>
            <button
              type="button"
              className="icon-button"
              aria-label={`Remove ${item.track.title}`}
              onClick={() => void remove(item)}
            >
              <X size={18} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <ChangesHint />
      <p className="flex justify-between gap-4 px-2 pt-3 font-bold">
        <span>Total</span>
        <span>{formatPence(totalPence)}</span>
      </p>
      <div className="mt-3">
        <ButtonLink href={cartPath} className="btn-wide">
          View Cart
        </ButtonLink>
      </div>
    </section>
  )
}

/** The cart's page names what has changed. */
function ChangesHint() {
  const hasChanged = useCart((state) => state.priceChanges.length + state.gone.length > 0)
  if (!hasChanged) return null
  return <p className="px-2 pt-3 text-md">{cartMessages.changed}</p>
}
