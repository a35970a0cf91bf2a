import { useState, type ComponentProps } from 'react'
import type { TrackSummary } from '#web/tracks/track-summary-of.ts'
import { refusalMessage } from '#rules/refusal.ts'
import { toast } from '#web/shell/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { addWithToast } from './cart-changes.ts'
import { useIsOwnTrack } from './own-track.ts'

type AddToCartButtonProps = {
  track: TrackSummary
  /** Instead of 'Add', where the title stands close by. */
  label?: string
  /** The track's own page confirms in other words, and has room to say why one cannot buy. */
  place?: 'card' | 'page'
} & Pick<ComponentProps<typeof Button>, 'size' | 'variant' | 'className'>

export function AddToCartButton({ track, label, place = 'card', ...look }: AddToCartButtonProps) {
  const [isAdding, setIsAdding] = useState(false)
  const isOwn = useIsOwnTrack(track)
  if (!track.isForSale) return place === 'page' && <NotForSale />
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

/** The page stays: whoever bought the track comes back to it, and it may be for sale again tomorrow. */
function NotForSale() {
  return <p className="field-hint">Not for sale at the moment.</p>
}
