import type { TrackSummary } from '#contracts/tracks.ts'
import { Button } from '#web/ui/button.tsx'
import { playerMessages } from './player-messages.ts'
import { player, usePreviewStatus } from './player-store.ts'
import { PreviewFailure } from './preview-button.tsx'

type PreviewTextButtonProps = {
  track: TrackSummary
  label?: 'Preview' | 'Preview Track'
  size?: 'md' | 'sm'
  className?: string
  onStart?: () => void
}

/** The text button; its text says what a click does, or that there is no preview. */
export function PreviewTextButton(props: PreviewTextButtonProps) {
  const { track, label = 'Preview', size, className, onStart } = props
  const status = usePreviewStatus(track.id)
  const hasPreview = track.previewUrl !== null
  const text = status === 'playing' ? 'Pause' : status === 'loading' ? 'Loading' : label
  const toggle = () => {
    if (text === label) onStart?.()
    player.toggle(track)
  }
  return (
    <>
      <Button
        variant="ghost"
        size={size}
        className={className}
        aria-disabled={!hasPreview || undefined}
        onClick={hasPreview ? toggle : undefined}
      >
        {hasPreview ? text : playerMessages.previewMissingButton}
        {hasPreview && (
          <span className="sr-only">
            {text === label ? '' : ' the preview'} of <bdi>{track.title}</bdi>
          </span>
        )}
      </Button>
      <PreviewFailure track={track} place="button" />
    </>
  )
}
