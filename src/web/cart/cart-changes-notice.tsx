// Names each track of the cart whose price has changed or that is gone, until the user confirms.

import { formatPence } from '#rules/price.ts'
import { Button } from '#web/ui/button.tsx'
import { moveFocus } from '#web/ui/focus.ts'
import { Notice } from '#web/ui/notice.tsx'
import { cartPageMessages } from './cart-page-messages.ts'
import { cart, useCart } from './cart-store.ts'
import type { LeftTrack } from './guest-cart.ts'

export function CartChangesNotice() {
  const priceChanges = useCart((state) => state.priceChanges)
  const gone = useCart((state) => state.gone)
  const left = useCart((state) => state.left)
  const lines = [
    ...priceChanges.map(({ trackId, title, oldPence, newPence }) => ({
      trackId,
      title,
      text: cartPageMessages.priceChanged(formatPence(oldPence), formatPence(newPence)),
    })),
    ...gone.map((track) => ({ ...track, text: cartPageMessages.gone })),
    ...left.map((track) => ({ ...track, text: textOfLeft(track) })),
  ]
  const confirm = () => {
    void cart.confirmChanges()
    moveFocus(null)
  }
  if (lines.length === 0) return null
  return (
    <div role="status" className="cart-notice">
      <Notice tone="info" title={cartPageMessages.changed}>
        <ul className="cart-changes">
          {lines.map(({ trackId, title, text }) => (
            <li key={trackId}>
              <b>
                <bdi>{title}</bdi>
              </b>
              {text}
            </li>
          ))}
        </ul>
        <div className="cart-changes-button">
          <Button variant="ghost" size="sm" onClick={confirm}>
            OK
          </Button>
        </div>
      </Notice>
    </div>
  )
}

function textOfLeft({ code }: LeftTrack): string {
  if (code === 'track_owned') return cartPageMessages.leftOwned
  return code === 'own_track' ? cartPageMessages.leftOwn : cartPageMessages.gone
}
