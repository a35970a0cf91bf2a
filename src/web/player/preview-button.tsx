import type { ReactElement } from 'react'
import type { Track } from '#contracts/tracks.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { words } from '#web/words.ts'
import { PauseIcon, PlayIcon, RetryIcon } from './play-icons.tsx'
import { player, usePreviewFailure, usePreviewStatus } from './player-store.ts'
import { failureText } from './preview-failure.ts'
import type { PreviewStatus } from './preview-player.ts'

const faces: Record<PreviewStatus, { verb: string; icon: ReactElement }> = {
  idle: { verb: 'Preview', icon: <PlayIcon /> },
  paused: { verb: 'Preview', icon: <PlayIcon /> },
  loading: { verb: 'Loading', icon: <Spinner size={22} /> },
  playing: { verb: 'Pause', icon: <PauseIcon /> },
  error: { verb: 'Try again:', icon: <RetryIcon /> },
}

/** The round button. A track without a preview keeps it, so that it can say why. */
export function PreviewButton({ track }: { track: Track }) {
  const status = usePreviewStatus(track.id)
  const hasPreview = track.previewUrl !== null
  const { verb, icon } = faces[status]
  return (
    <button
      type="button"
      className="play"
      aria-label={hasPreview ? `${verb} ${track.title}` : words.previewMissingButton}
      title={hasPreview ? undefined : words.previewMissingButton}
      aria-disabled={!hasPreview || undefined}
      onClick={hasPreview ? () => player.toggle(track) : undefined}
    >
      {icon}
    </button>
  )
}

/** Why the preview does not sound, beside its player. */
export function PreviewFailure({ track, place }: { track: Track; place: 'player' | 'button' }) {
  const failure = usePreviewFailure(track.id)
  if (failure === null) return null
  return (
    <p role="alert" className="preview-failure">
      {failureText(failure, place)}
    </p>
  )
}
