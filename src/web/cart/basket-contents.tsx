import { X } from 'lucide-react'
import { useRef } from 'react'
import { cartPath, trackPath } from '#rules/page-paths.ts'
import { formatPence } from '#rules/price.ts'
import { KeyText } from '#web/tracks/track-badges.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { moveFocus } from '#web/ui/focus.ts'
import { removeWithToast } from './cart-actions.ts'
import { countText } from './cart-messages.ts'
import { cartPageMessages } from './cart-page-messages.ts'
import { useCart } from './cart-store.ts'
import type { CartItem } from './cart-calls.ts'

/** Inside the dropdown of the header: each track with its key and price, the total, and the link to the cart. */
export default function BasketContents() {
  const heading = useRef<HTMLParagraphElement>(null)
  const items = useCart((state) => state.items)
  const totalPence = useCart((state) => state.totalPricePence)
  const remove = async (item: CartItem) => {
    await removeWithToast(item.track)
    moveFocus(heading.current)
  }
  return (
    <>
      <p ref={heading} tabIndex={-1} className="px-2 pb-2 font-display text-xl">
        Basket <span className="font-text text-md text-ink-2">{countText(items.length)}</span>
      </p>
      <ul className="max-h-[50dvh] overflow-auto border-y border-line">
        {items.map((item) => (
          <BasketLine key={item.track.id} item={item} onRemove={() => void remove(item)} />
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
    </>
  )
}

function BasketLine({ item: { track }, onRemove }: { item: CartItem; onRemove: () => void }) {
  return (
    <li className="flex items-center gap-3 py-2 pl-2">
      <img src={track.coverUrl} alt="" width="40" height="40" className="rounded-tag" />
      <span className="min-w-0 grow">
        <PageLink
          href={trackPath(track.id)}
          className="block leading-tight font-semibold no-underline wrap-anywhere hover:underline"
        >
          <bdi>{track.title}</bdi>
        </PageLink>
        <span className="flex flex-wrap gap-x-3 text-sm text-ink-2">
          <KeyText keySignature={track.keySignature} />
          <span>{formatPence(track.customerPricePence)}</span>
        </span>
      </span>
      <button
        type="button"
        className="icon-button"
        aria-label={`Remove ${track.title}`}
        onClick={onRemove}
      >
        <X size={18} aria-hidden="true" />
      </button>
    </li>
  )
}

/** The cart's page names what has changed. */
function ChangesHint() {
  const hasChanged = useCart((state) => state.priceChanges.length + state.gone.length > 0)
  if (!hasChanged) return null
  return <p className="px-2 pt-3 text-md">{cartPageMessages.changed}</p>
}
