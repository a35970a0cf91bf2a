import { useState } from 'react'
import { useNavigate } from 'react-router'
import { cartPath } from '#rules/page-paths.ts'
import type { TrackSummary } from '#contracts/tracks.ts'
import { refusalMessage } from '#rules/errors/refusal.ts'
import { toast } from '#web/ui/toasts/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { cartMessages } from '#web/cart/cart-messages.ts'
import { cart } from '#web/cart/cart-store.ts'
import { requireLoginAgainToPurchase } from './login-for-purchase.ts'
import { useIsOwnTrack } from '#web/cart/add-to-cart-button.tsx'

/** Adds the track to the cart, unless it is there already, and opens the cart (CHK-07). */
export function BuyNowButton({ track }: { track: TrackSummary }) {
  const [isAdding, setIsAdding] = useState(false)
  const isOwn = useIsOwnTrack(track)
  const navigate = useNavigate()
  if (!track.isSellable) return null
  const buy = async () => {
    if (isOwn) return toast.error(refusalMessage('own_track'))
    setIsAdding(true)
    const outcome = await cart.add(track, cartMessages.basketAddFailed)
    setIsAdding(false)
    if (outcome.ok || outcome.code === 'track_already_in_cart') {
      await navigate(cartPath)
    } else if (outcome.isLoggedOut) {
      requireLoginAgainToPurchase()
    } else {
      toast.error(outcome.message)
    }
  }
  return (
    <Button
      variant="ghost"
      isLoading={isAdding}
      aria-disabled={isOwn || isAdding || undefined}
      onClick={() => void buy()}
    >
      Buy Now
    </Button>
  )
}
