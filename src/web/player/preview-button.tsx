import type { ReactElement } from 'react'
import type { TrackSummary } from '#contracts/tracks.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { playerMessages } from './player-messages.ts'
import { PauseIcon, PlayIcon, RetryIcon } from './play-icons.tsx'
import { player, usePreviewFailure, usePreviewStatus } from './player-store.ts'
import { failureText } from './preview-failure.ts'
import { previewSource, urlOf, type PreviewStatus, type Source } from './player-state.ts'

const faces: Record<PreviewStatus, { verb: string; icon: ReactElement }> = {
  idle: { verb: 'Preview', icon: <PlayIcon /> },
  paused: { verb: 'Preview', icon: <PlayIcon /> },
  loading: { verb: 'Loading', icon: <Spinner size={22} /> },
  playing: { verb: 'Pause', icon: <PauseIcon /> },
  error: { verb: 'Try again:', icon: <RetryIcon /> },
}

type PreviewButtonProps = {
  track: TrackSummary
  /** The preview by default. */
  source?: Source
}

/** The round button. Also shown for a track without a preview, with the reason as its label. */
export function PreviewButton({ track, source = previewSource }: PreviewButtonProps) {
  const status = usePreviewStatus(track.id, source.kind)
  const hasPreview = urlOf(track, source) !== null
  const { icon, ...face } = faces[status]
  const verb = face.verb === 'Preview' && source.kind === 'owned' ? 'Play' : face.verb
  return (
    <button
      type="button"
      className={hasPreview ? 'play needs-script' : 'play'}
      aria-label={hasPreview ? `${verb} ${track.title}` : playerMessages.previewMissingButton}
      title={hasPreview ? undefined : playerMessages.previewMissingButton}
      aria-disabled={!hasPreview || undefined}
      onClick={hasPreview ? () => player.toggle(track, source) : undefined}
    >
      {icon}
    </button>
  )
}

type PreviewFailureProps = {
  track: TrackSummary
  source?: Source
  place: 'player' | 'button'
  /** Set for one player only, so that a failure is announced once. */
  isAnnounced?: boolean
}

/** The reason why the recording does not play, beside its player. */
export function PreviewFailure({ track, source, place, isAnnounced }: PreviewFailureProps) {
  const failure = usePreviewFailure(track.id, source?.kind)
  if (failure === null) return null
  return (
    <p role={isAnnounced ? 'alert' : undefined} className="preview-failure">
      {failureText(failure, place)}
    </p>
  )
}
