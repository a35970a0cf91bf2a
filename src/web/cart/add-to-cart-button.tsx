import { useState, type ComponentProps } from 'react'
import type { TrackSummary } from '#contracts/tracks.ts'
import { refusalMessage } from '#rules/errors/refusal.ts'
import { useSession } from '#web/accounts/session-store.ts'
import { toast } from '#web/ui/toasts/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { addWithToast } from './cart-actions.ts'

type AddToCartButtonProps = {
  track: TrackSummary
  /** Replaces 'Add' where the track's title is beside the button. */
  label?: string
  /** On the track's own page the confirmation differs, and the reason why the track cannot be bought is shown. */
  place?: 'card' | 'page'
} & Pick<ComponentProps<typeof Button>, 'size' | 'variant' | 'className'>

export function AddToCartButton({ track, label, place = 'card', ...look }: AddToCartButtonProps) {
  const [isAdding, setIsAdding] = useState(false)
  const isOwn = useIsOwnTrack(track)
  if (!track.isSellable) return place === 'page' && <NotForSale />
  const add = async () => {
    if (isOwn) return toast.error(refusalMessage('own_track'))
    setIsAdding(true)
    await addWithToast(track, place)
    setIsAdding(false)
  }
  return (
    <>
      <Button
        {...look}
        isLoading={isAdding}
        aria-label={label === undefined ? `Add ${track.title} to basket` : undefined}
        aria-disabled={isOwn || isAdding || undefined}
        onClick={() => void add()}
      >
        {label ?? 'Add'}
      </Button>
      {place === 'page' && (
        <noscript>
          <p className="field-hint">Buying a track needs JavaScript.</p>
        </noscript>
      )}
      {isOwn && place === 'page' && <p className="field-hint">{refusalMessage('own_track')}</p>}
    </>
  )
}

/** The page stays available: customers who own the track return to it, and it may be for sale again later. */
function NotForSale() {
  return <p className="field-hint">Not for sale at the moment.</p>
}

/** Artists cannot buy their own tracks. False until the session is known. */
export function useIsOwnTrack(track: TrackSummary): boolean {
  const session = useSession()
  return session.state === 'user' && session.id === track.user?.id
}
