// Button, waveform with seek, and clock, for a recording that is no listed track: it looks like a track's player, and is
// heard in its place only.

import type { CSSProperties, KeyboardEvent, ReactNode } from 'react'
import { Spinner } from '#web/ui/spinner.tsx'
import { clock, spokenTime } from '#rules/listening/clock.ts'
import { PauseIcon, PlayIcon, RetryIcon } from './play-icons.tsx'
import type { PreviewStatus } from './player-state.ts'
import { failureText } from './preview-failure.ts'
import { useOwnElement, type OwnElement } from './use-own-element.ts'
import { barWidth, secondsByKey, waveHeight, wavePath } from './wave-path.ts'

const faces: Record<PreviewStatus, { verb: string; icon: typeof PlayIcon }> = {
  idle: { verb: 'Play', icon: PlayIcon },
  paused: { verb: 'Play', icon: PlayIcon },
  loading: { verb: 'Loading', icon: () => <Spinner size={22} /> },
  playing: { verb: 'Pause', icon: PauseIcon },
  error: { verb: 'Try again:', icon: RetryIcon },
}

type OwnPlayerProps = {
  url: string
  durationSeconds: number
  /** A bar for each character; without it the waveform is a plain line. */
  waveform?: string | null
  /** What is played, after a verb: 'the preview of your recording'. */
  name: string
  /** What the slider moves in: 'your recording'; the name by default. */
  seekName?: string
}

/** As many bars as a card's waveform, each of the smallest height. */
const plainLine = '0'.repeat(96)

export function OwnPlayer(props: OwnPlayerProps) {
  return <OwnPlayerOf own={useOwnElement(props.url)} {...props} />
}

type OwnPlayerOfProps = OwnPlayerProps & {
  own: OwnElement
  /** Under the waveform, and as wide. */
  marks?: ReactNode
  /** A place of the waveform that was clicked. */
  onPlace?: ((seconds: number) => void) | undefined
}

/** The same, of an element that the caller uses as well. */
export function OwnPlayerOf({
  own,
  url,
  durationSeconds,
  waveform,
  name,
  ...rest
}: OwnPlayerOfProps) {
  const { seekName = name, marks, onPlace } = rest
  const { status, failure, seconds, seek, toggle } = own
  const { verb, icon: Icon } = faces[status]
  const isBegun = status !== 'idle' || seconds > 0
  return (
    <div className="simple-player simple-player-card">
      <button
        type="button"
        className="play needs-script"
        aria-label={`${verb} ${name}`}
        onClick={toggle}
      >
        <Icon />
      </button>
      <div className="wave-column needs-script">
        <Wave
          bars={waveform ?? plainLine}
          name={seekName}
          isPlaying={status === 'playing'}
          {...{ durationSeconds, seconds, seek, onPlace }}
        />
        {marks}
      </div>
      <span className="clock needs-script">{clock(isBegun ? seconds : durationSeconds)}</span>
      <noscript>
        {/* Without scripts, the browser's built-in player. */}
        <audio controls preload="none" src={url} aria-label={`Play ${name}`} />
      </noscript>
      {failure !== null && (
        <p role="alert" className="preview-failure">
          {failureText(failure, 'player')}
        </p>
      )}
    </div>
  )
}

type WaveProps = {
  bars: string
  name: string
  durationSeconds: number
  isPlaying: boolean
  seconds: number
  seek: (seconds: number) => void
  onPlace: ((seconds: number) => void) | undefined
}

function Wave({ bars, name, durationSeconds, isPlaying, seconds, seek, onPlace }: WaveProps) {
  const path = wavePath(bars)
  const viewBox = `0 0 ${bars.length * barWidth} ${waveHeight}`
  const played: CSSProperties & { '--p': string } = {
    '--p': `${(100 * seconds) / durationSeconds}%`,
  }
  const stepBy = (event: KeyboardEvent) => {
    const step = secondsByKey[event.key]
    if (step === undefined) return
    event.preventDefault()
    seek(Math.min(Math.max(seconds + step, 0), durationSeconds))
  }
  return (
    <div
      className={isPlaying ? 'wave needs-script wave-playing' : 'wave needs-script'}
      {...(seconds > 0 && { style: played })}
    >
      <svg viewBox={viewBox} preserveAspectRatio="none" aria-hidden="true">
        <path d={path} />
      </svg>
      {seconds > 0 && (
        <svg
          className="wave-played"
          viewBox={viewBox}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path d={path} />
        </svg>
      )}
      <input
        type="range"
        min={0}
        max={durationSeconds}
        step={0.1}
        value={seconds}
        aria-label={`Seek in ${name}`}
        aria-valuetext={`${spokenTime(seconds)} of ${spokenTime(durationSeconds)}`}
        onChange={(event) => seek(Number(event.currentTarget.value))}
        onKeyDown={stepBy}
        // By a pointer: the keys move the position only.
        onClick={(event) => onPlace?.(Number(event.currentTarget.value))}
      />
    </div>
  )
}
