import { useState } from 'react'
import { useNavigate } from 'react-router'
import { cartPath } from '#rules/page-paths.ts'
import type { TrackSummary } from '#contracts/tracks.ts'
import { Button } from '#web/ui/button.tsx'
import { reportFailure } from '#web/cart/cart-toasts.ts'
import { cartMessages } from '#web/cart/cart-messages.ts'
import { cart } from '#web/cart/cart-store.ts'
import { requireLoginAgainToPurchase } from './login-for-purchase.ts'
import { ownedTracks } from './owned-tracks-store.ts'
import { useOwnership } from './ownership.ts'

/** Adds the track to the cart, unless it is there already, and opens the cart (CHK-07). */
export function BuyNowButton({ track }: { track: TrackSummary }) {
  const [isAdding, setIsAdding] = useState(false)
  const ownership = useOwnership(track)
  const navigate = useNavigate()
  if (ownership === 'owned' || !track.isSellable) return null
  const isOwnUpload = ownership === 'own-upload'
  const buy = async () => {
    setIsAdding(true)
    const outcome = await cart.add(track, cartMessages.basketAddFailed)
    setIsAdding(false)
    if (outcome.ok || outcome.code === 'track_already_in_cart') {
      await navigate(cartPath)
    } else if (outcome.isLoggedOut) {
      requireLoginAgainToPurchase()
    } else {
      if (outcome.code === 'track_owned') ownedTracks.add(track.id)
      reportFailure(outcome)
    }
  }
  return (
    <Button
      variant="ghost"
      isLoading={isAdding}
      aria-disabled={isOwnUpload || isAdding || undefined}
      onClick={isOwnUpload ? undefined : () => void buy()}
    >
      Buy Now
    </Button>
  )
}
