// The preview of a recording that is not listed: it looks like a listed track's player, and is heard in the form only.

import type { CSSProperties, KeyboardEvent } from 'react'
import type { UploadFacts } from '#contracts/uploads.ts'
import { clock, spokenTime } from '#web/player/clock.ts'
import { PauseIcon, PlayIcon, RetryIcon } from '#web/player/play-icons.tsx'
import type { PreviewStatus } from '#web/player/player-state.ts'
import { failureText } from '#web/player/preview-failure.ts'
import { useOwnElement } from '#web/player/use-own-element.ts'
import { barWidth, secondsByKey, waveHeight, wavePath } from '#web/player/wave-path.ts'
import { Spinner } from '#web/ui/spinner.tsx'

const faces: Record<PreviewStatus, { verb: string; icon: typeof PlayIcon }> = {
  idle: { verb: 'Play', icon: PlayIcon },
  paused: { verb: 'Play', icon: PlayIcon },
  loading: { verb: 'Loading', icon: () => <Spinner size={22} /> },
  playing: { verb: 'Pause', icon: PauseIcon },
  error: { verb: 'Try again:', icon: RetryIcon },
}

export function RecordingPreview({ facts }: { facts: UploadFacts }) {
  const { status, failure, seconds, seek, toggle } = useOwnElement(facts.previewUrl)
  const { verb, icon: Icon } = faces[status]
  const isBegun = status !== 'idle' || seconds > 0
  return (
    <div className="simple-player simple-player-card">
      <button
        type="button"
        className="play"
        aria-label={`${verb} the preview of your recording`}
        onClick={toggle}
      >
        <Icon />
      </button>
      <Wave facts={facts} isPlaying={status === 'playing'} seconds={seconds} seek={seek} />
      <span className="clock">{clock(isBegun ? seconds : facts.previewSeconds)}</span>
      {failure !== null && (
        <p role="alert" className="preview-failure">
          {failureText(failure, 'player')}
        </p>
      )}
    </div>
  )
}

type WaveProps = {
  facts: UploadFacts
  isPlaying: boolean
  seconds: number
  seek: (seconds: number) => void
}

function Wave({ facts: { waveform, previewSeconds }, isPlaying, seconds, seek }: WaveProps) {
  const path = wavePath(waveform)
  const viewBox = `0 0 ${waveform.length * barWidth} ${waveHeight}`
  const played: CSSProperties & { '--p': string } = {
    '--p': `${(100 * seconds) / previewSeconds}%`,
  }
  const stepBy = (event: KeyboardEvent) => {
    const step = secondsByKey[event.key]
    if (step === undefined) return
    event.preventDefault()
    seek(Math.min(Math.max(seconds + step, 0), previewSeconds))
  }
  return (
    <div className={isPlaying ? 'wave wave-playing' : 'wave'} style={played}>
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
        max={previewSeconds}
        step={0.1}
        value={seconds}
        aria-label="Seek in your recording"
        aria-valuetext={`${spokenTime(seconds)} of ${spokenTime(previewSeconds)}`}
        onChange={(event) => seek(Number(event.currentTarget.value))}
        onKeyDown={stepBy}
      />
    </div>
  )
}
