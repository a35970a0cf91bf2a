import type { TrackSummary } from '#contracts/tracks.ts'
import { Button } from '#web/ui/button.tsx'
import { playerMessages } from './player-messages.ts'
import { player, usePreviewStatus } from './player-store.ts'
import { PreviewFailure } from './preview-button.tsx'

type PreviewTextButtonProps = {
  track: TrackSummary
  size?: 'md' | 'sm'
  className?: string
}

/** The text button; its text says what a click does, or that there is no preview. */
export function PreviewTextButton({ track, size, className }: PreviewTextButtonProps) {
  const status = usePreviewStatus(track.id)
  const hasPreview = track.previewUrl !== null
  const text = status === 'playing' ? 'Pause' : status === 'loading' ? 'Loading' : 'Preview'
  return (
    <>
      <Button
        variant="ghost"
        size={size}
        className={className}
        aria-disabled={!hasPreview || undefined}
        onClick={hasPreview ? () => player.toggle(track) : undefined}
      >
        {hasPreview ? text : playerMessages.previewMissingButton}
        {hasPreview && (
          <span className="sr-only">
            {text === 'Preview' ? '' : ' the preview'} of <bdi>{track.title}</bdi>
          </span>
        )}
      </Button>
      <PreviewFailure track={track} place="button" />
    </>
  )
}
