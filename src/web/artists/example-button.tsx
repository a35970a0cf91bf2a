import { useEffect, useRef } from 'react'
import type { ArtistExample } from '#web/player/player-state.ts'
import { PauseIcon, PlayIcon, RetryIcon } from '#web/player/play-icons.tsx'
import { player, useExampleFailure, useExampleStatus } from '#web/player/player-store.ts'
import { failureText } from '#web/player/preview-failure.ts'
import type { PreviewStatus } from '#web/player/player-state.ts'
import { Spinner } from '#web/ui/spinner.tsx'

const faces: Record<PreviewStatus, { verb: string; icon: typeof PlayIcon }> = {
  idle: { verb: 'Play', icon: PlayIcon },
  paused: { verb: 'Play', icon: PlayIcon },
  loading: { verb: 'Loading', icon: () => <Spinner size={22} /> },
  playing: { verb: 'Pause', icon: PauseIcon },
  error: { verb: 'Try again:', icon: RetryIcon },
}

type ExampleButtonProps = ArtistExample & {
  /** Where an artist's examples are numbered. */
  number?: number
}

/** The round button of an artist's example. No other player shows the example, so it stops when the button is removed. */
export function ExampleButton({ url, artistName, number }: ExampleButtonProps) {
  const status = useExampleStatus(url)
  const { verb, icon: Icon } = faces[status]
  const isStarted = useRef(false)
  useEffect(
    () => () => {
      if (isStarted.current && player.getState().example?.url === url) player.stop()
    },
    [url],
  )
  const toggle = () => {
    isStarted.current = true
    player.toggleExample({ url, artistName })
  }
  const what = number === undefined ? 'an example' : `example ${number}`
  return (
    <button
      type="button"
      className="play needs-script"
      data-playing={status === 'playing' || undefined}
      aria-label={`${verb} ${what} of ${artistName}`}
      onClick={toggle}
    >
      <Icon />
    </button>
  )
}

/** The reason why the example does not play, beside its button. */
export function ExampleFailure({ url }: { url: string }) {
  const failure = useExampleFailure(url)
  if (failure === null) return null
  return (
    <p role="alert" className="preview-failure">
      {failureText(failure, 'player')}
    </p>
  )
}
