// On the pages to register and to log in: what a guest's checkout waits for, and why it needs an account.

import { useSearchParams } from 'react-router'
import { cartPath } from '#rules/page-paths.ts'
import { formatPence } from '#rules/price.ts'
import { Notice } from '#web/ui/notice.tsx'
import { cartPageMessages } from './cart-page-messages.ts'
import { useCart } from './cart-store.ts'

/** For a guest on the way to the cart. The server renders it without the tracks, which are on the device. */
export function WaitingCart() {
  const [query] = useSearchParams()
  const totalItems = useCart((state) => state.totalItems)
  const totalPence = useCart((state) => state.totalPricePence)
  if (query.get('next') !== cartPath) return null
  return (
    <div className="cart-notice">
      <Notice
        tone="felt"
        title={
          totalItems === 0
            ? cartPageMessages.cartWaits
            : cartPageMessages.tracksWait(totalItems, formatPence(totalPence))
        }
      >
        <p>{cartPageMessages.whyAccount}</p>
      </Notice>
    </div>
  )
}
