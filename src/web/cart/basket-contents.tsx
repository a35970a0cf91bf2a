import { X } from 'lucide-react'
import { useRef } from 'react'
import { cartPath, trackPath } from '#rules/page-paths.ts'
import { formatPence } from '#rules/price.ts'
import { KeyText } from '#web/tracks/track-badges.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { moveFocus } from '#web/ui/focus.ts'
import { removeWithToast } from './cart-toasts.ts'
import { countText } from './cart-messages.ts'
import { cartPageMessages } from './cart-page-messages.ts'
import { useCart } from './cart-store.ts'
import type { TrackSummary } from '#contracts/tracks.ts'

/** Inside the dropdown of the header: each track with its key and price, the total, and the link to the cart. */
export default function BasketContents() {
  const heading = useRef<HTMLParagraphElement>(null)
  const items = useCart((state) => state.items)
  const totalPence = useCart((state) => state.totalPricePence)
  const remove = async (track: TrackSummary) => {
    await removeWithToast(track)
    moveFocus(heading.current)
  }
  return (
    <>
      <p ref={heading} tabIndex={-1} className="popover-title basket-title">
        Basket <span>{countText(items.length)}</span>
      </p>
      <ul className="basket-tracks">
        {items.map(({ track }) => (
          <BasketLine key={track.id} track={track} onRemove={() => void remove(track)} />
        ))}
      </ul>
      <ChangesHint />
      <p className="basket-total">
        <span>Total</span>
        <span>{formatPence(totalPence)}</span>
      </p>
      <div className="basket-way">
        <ButtonLink href={cartPath} className="btn-wide">
          View Cart
        </ButtonLink>
      </div>
    </>
  )
}

function BasketLine({ track, onRemove }: { track: TrackSummary; onRemove: () => void }) {
  return (
    <li className="basket-track">
      <img src={track.coverUrl} alt="" width="40" height="40" />
      <span className="basket-track-words">
        <PageLink href={trackPath(track.id)} className="name-link">
          <bdi>{track.title}</bdi>
        </PageLink>
        <span className="basket-track-price">
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
  return <p className="basket-changed">{cartPageMessages.changed}</p>
}
