import type { ReactElement } from 'react'
import type { TrackSummary } from '#contracts/tracks.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { playerMessages } from './player-messages.ts'
import { PauseIcon, PlayIcon, RetryIcon } from './play-icons.tsx'
import { player, usePreviewFailure, usePreviewStatus } from './player-store.ts'
import { failureText } from './preview-failure.ts'
import type { PreviewStatus } from './player-state.ts'

const faces: Record<PreviewStatus, { verb: string; icon: ReactElement }> = {
  idle: { verb: 'Preview', icon: <PlayIcon /> },
  paused: { verb: 'Preview', icon: <PlayIcon /> },
  loading: { verb: 'Loading', icon: <Spinner size={22} /> },
  playing: { verb: 'Pause', icon: <PauseIcon /> },
  error: { verb: 'Try again:', icon: <RetryIcon /> },
}

/** The round button. Also shown for a track without a preview, with the reason as its label. */
export function PreviewButton({ track }: { track: TrackSummary }) {
  const status = usePreviewStatus(track.id)
  const hasPreview = track.previewUrl !== null
  const { verb, icon } = faces[status]
  return (
    <button
      type="button"
      className={hasPreview ? 'play needs-script' : 'play'}
      aria-label={hasPreview ? `${verb} ${track.title}` : playerMessages.previewMissingButton}
      title={hasPreview ? undefined : playerMessages.previewMissingButton}
      aria-disabled={!hasPreview || undefined}
      onClick={hasPreview ? () => player.toggle(track) : undefined}
    >
      {icon}
    </button>
  )
}

type PreviewFailureProps = {
  track: TrackSummary
  place: 'player' | 'button'
  /** Set for one player only, so that a failure is announced once. */
  isAnnounced?: boolean
}

/** The reason why the preview does not play, beside its player. */
export function PreviewFailure({ track, place, isAnnounced }: PreviewFailureProps) {
  const failure = usePreviewFailure(track.id)
  if (failure === null) return null
  return (
    <p role={isAnnounced ? 'alert' : undefined} className="preview-failure">
      {failureText(failure, place)}
    </p>
  )
}
