import { useCallback, useEffect, useMemo, useRef, type KeyboardEvent } from 'react'
import type { TrackSummary } from '#contracts/tracks.ts'
import { clock, spokenTime } from '#rules/listening/clock.ts'
import {
  barsOf,
  durationOf,
  isCurrent,
  previewSource,
  type PreviewStatus,
  type Source,
} from './player-state.ts'
import { player, usePreviewSeconds, usePreviewStatus } from './player-store.ts'
import { barWidth, secondsByKey, waveHeight, wavePath } from './wave-path.ts'

type WaveformProps = {
  track: TrackSummary
  /** The preview by default. */
  source?: Source
  /** Default: the card's 96 bars. */
  bars?: string
  /** Makes the path's id unique where a track is on the page twice. */
  place: 'card' | 'page' | 'bar'
}

/**
 * Of the slider, and between two drawings of the position. In this time a preview moves by about two pixels on a wide
 * screen; drawing at every frame would use a fifth of a processor core, and a phone's battery.
 */
const stepSeconds = 0.1

/** The recording drawn as bars, with a seek slider over them and the clock beside. */
export function Waveform({ track, source = previewSource, bars, place }: WaveformProps) {
  const { kind } = source
  const status = usePreviewStatus(track.id, kind)
  const seconds = usePreviewSeconds(track.id, kind)
  const duration = durationOf(track, source)
  const { wave, slider } = useDrawnPosition({ id: track.id, kind, duration, status, seconds })
  const shownBars = bars ?? barsOf(track, source)
  const path = useMemo(() => wavePath(shownBars), [shownBars])
  const pathId = `${place}-wave-${track.id}`
  const hasBegun = status !== 'idle' || seconds > 0

  function stepBy(event: KeyboardEvent) {
    const step = secondsByKey[event.key]
    if (step === undefined) return
    event.preventDefault()
    player.seek(track, player.position(track.id, kind) + step, source)
  }

  const viewBox = `0 0 ${shownBars.length * barWidth} ${waveHeight}`
  return (
    <>
      <div
        ref={wave}
        className={status === 'playing' ? 'wave needs-script wave-playing' : 'wave needs-script'}
      >
        <svg viewBox={viewBox} preserveAspectRatio="none" aria-hidden="true">
          <path id={pathId} d={path} />
        </svg>
        {hasBegun && (
          <svg
            className="wave-played"
            viewBox={viewBox}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <use href={`#${pathId}`} />
          </svg>
        )}
        <input
          ref={slider}
          type="range"
          min={0}
          max={duration}
          step={stepSeconds}
          defaultValue={0}
          aria-label={`Seek in ${track.title}`}
          aria-valuetext={`${spokenTime(seconds)} of ${spokenTime(duration)}`}
          onInput={(event) => player.seek(track, Number(event.currentTarget.value), source)}
          onKeyDown={stepBy}
          onClick={() => {
            if (!isCurrent(player.getState(), track.id, kind)) player.play(track, source)
          }}
        />
      </div>
      <span className="clock needs-script">{clock(hasBegun ? seconds : duration)}</span>
    </>
  )
}

type Drawn = {
  id: string
  kind: Source['kind']
  duration: number
  status: PreviewStatus
  seconds: number
}

/** Keeps the played part and the slider at the position while the recording plays. */
function useDrawnPosition({ id, kind, duration, status, seconds }: Drawn) {
  const wave = useRef<HTMLDivElement>(null)
  const slider = useRef<HTMLInputElement>(null)
  const draw = useCallback(
    (position: number) => {
      const percent = duration > 0 ? (100 * position) / duration : 0
      wave.current?.style.setProperty('--p', `${percent}%`)
      if (slider.current) slider.current.value = String(position)
    },
    [duration],
  )
  useEffect(() => {
    const exact = player.position(id, kind)
    draw(Math.floor(exact) === seconds ? exact : seconds)
  }, [draw, id, kind, seconds])
  useEffect(() => {
    if (status !== 'playing') return
    const timer = setInterval(() => draw(player.position(id, kind)), 1000 * stepSeconds)
    return () => clearInterval(timer)
  }, [draw, id, kind, status])
  return { wave, slider }
}
