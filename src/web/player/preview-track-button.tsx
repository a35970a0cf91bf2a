import { useEffect, useRef } from 'react'
import type { TrackSummary } from '#contracts/tracks.ts'
import { isCurrent } from './player-state.ts'
import { player } from './player-store.ts'
import { PreviewTextButton } from './preview-text-button.tsx'

/** For rows and dialogs: what is started here stops when the row's page is left or the dialog is closed. */
export function PreviewTrackButton({ track }: { track: TrackSummary }) {
  const startedId = useRef<string | null>(null)
  useEffect(
    () => () => {
      const id = startedId.current
      if (id !== null && isCurrent(player.getState(), id, 'preview')) player.stop()
    },
    [],
  )
  return (
    <PreviewTextButton
      track={track}
      size="sm"
      label="Preview Track"
      onStart={() => (startedId.current = track.id)}
    />
  )
}
