import { Check } from 'lucide-react'
import { useState, type ComponentProps, type MouseEvent } from 'react'
import type { TrackSummary } from '#contracts/tracks.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import { cartMessages } from './cart-messages.ts'
import { cart, cartMenuId, useCart } from './cart-store.ts'
import { reportFailure } from './cart-toasts.ts'

type AddToCartButtonProps = {
  track: TrackSummary
  /** Replaces 'Add' where the track's title is beside the button. */
  label?: string
  /** On the track's own page the confirmation differs (D-049). */
  place?: 'card' | 'page'
  /** The server has refused: the customer owns the track. */
  onOwned?: () => void
} & Pick<ComponentProps<typeof Button>, 'size' | 'variant' | 'className'>

const confirmations = {
  card: cartMessages.addedToBasket,
  page: cartMessages.addedToBasketOnPage,
}

/** Adds the track; once it is in the basket, opens the basket. */
export function AddToCartButton({
  track,
  label,
  place = 'card',
  onOwned,
  ...look
}: AddToCartButtonProps) {
  const [isAdding, setIsAdding] = useState(false)
  const isInCart = useCart(({ items }) => items.some((item) => item.track.id === track.id))
  const add = async () => {
    setIsAdding(true)
    const outcome = await cart.add(track, cartMessages.basketAddFailed)
    setIsAdding(false)
    if (outcome.ok) return toast.success(confirmations[place])
    reportFailure(outcome)
    if (outcome.code === 'track_owned') onOwned?.()
    // Added in another tab or on another device: then this cart is outdated.
    if (outcome.code === 'track_already_in_cart') await cart.load()
  }
  const onClick = (event: MouseEvent) => {
    // Otherwise the browser would open the basket by the attribute that this click adds.
    event.preventDefault()
    void add()
  }
  // One element for both, so that the button keeps the focus.
  return (
    <Button
      {...look}
      {...(isInCart ? { variant: 'ghost', popoverTarget: cartMenuId } : { onClick })}
      isLoading={isAdding}
      aria-label={ariaLabelOf({ track, label, isInCart })}
    >
      {isInCart ? (
        <>
          <Check size={16} aria-hidden="true" /> In basket
        </>
      ) : (
        (label ?? 'Add')
      )}
    </Button>
  )
}

function ariaLabelOf({ track, label, isInCart }: { isInCart: boolean } & AddToCartButtonProps) {
  if (isInCart) return `In basket: ${track.title}`
  return label === undefined ? `Add ${track.title} to basket` : undefined
}
