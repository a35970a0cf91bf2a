import { useState, type ComponentProps } from 'react'
import type { Track } from '#contracts/tracks.ts'
import { refusalMessage } from '#rules/refusal.ts'
import { toast } from '#web/shell/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { addWithToast } from './cart-changes.ts'
import { useIsOwnTrack } from './own-track.ts'

type AddToCartButtonProps = {
  track: Track
  /** A label of its own says that the button stands on the track's page. */
  label?: string
} & Pick<ComponentProps<typeof Button>, 'size' | 'variant' | 'className'>

export function AddToCartButton({ track, label, ...look }: AddToCartButtonProps) {
  const [isAdding, setIsAdding] = useState(false)
  const isOwn = useIsOwnTrack(track)
  const add = async () => {
    if (isOwn) return toast.error(refusalMessage('own_track'))
    setIsAdding(true)
    await addWithToast(track, label === undefined ? 'card' : 'page')
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
      {isOwn && label !== undefined && <p className="field-hint">{refusalMessage('own_track')}</p>}
    </>
  )
}
