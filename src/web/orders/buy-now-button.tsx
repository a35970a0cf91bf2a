import { useState } from 'react'
import { useNavigate } from 'react-router'
import { cartPath, myTracksPath } from '#rules/page-paths.ts'
import type { TrackSummary } from '#contracts/tracks.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { reportFailure } from '#web/cart/cart-actions.ts'
import { cartMessages } from '#web/cart/cart-messages.ts'
import { cart } from '#web/cart/cart-store.ts'
import { requireLoginAgainToPurchase } from './login-for-purchase.ts'
import { ownedTracks } from './owned-tracks-store.ts'
import { useOwnership } from './ownership.ts'

/** Adds the track to the cart, unless it is there already, and opens the cart (CHK-07). Leads to an owned track. */
export function BuyNowButton({ track }: { track: TrackSummary }) {
  const [isAdding, setIsAdding] = useState(false)
  const ownership = useOwnership(track)
  const navigate = useNavigate()
  if (ownership === 'owned') {
    return (
      <ButtonLink href={myTracksPath()} variant="ghost">
        My Tracks
      </ButtonLink>
    )
  }
  if (!track.isSellable) return null
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
