import { useCallback, useEffect, useMemo, useRef, type KeyboardEvent } from 'react'
import type { TrackSummary } from '#contracts/tracks.ts'
import { clock, spokenTime } from './clock.ts'
import type { PreviewStatus } from './player-state.ts'
import { player, usePreviewSeconds, usePreviewStatus } from './player-store.ts'
import { barWidth, waveHeight, wavePath } from './wave-path.ts'

type WaveformProps = {
  track: TrackSummary
  /** Default: the card's 96 bars. */
  bars?: string
  /** Makes the path's id unique where a track is on the page twice. */
  place: 'card' | 'page' | 'bar'
}

const secondsByKey: Record<string, number> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  PageDown: -10,
  PageUp: 10,
}

/** The recording drawn as bars, with a seek slider over them and the clock beside. */
export function Waveform({ track, bars = track.waveform, place }: WaveformProps) {
  const status = usePreviewStatus(track.id)
  const seconds = usePreviewSeconds(track.id)
  const { wave, slider } = useDrawnPosition(track, { status, seconds })
  const path = useMemo(() => wavePath(bars), [bars])
  const pathId = `${place}-wave-${track.id}`
  const hasBegun = status !== 'idle' || seconds > 0

  function stepBy(event: KeyboardEvent) {
    const step = secondsByKey[event.key]
    if (step === undefined) return
    event.preventDefault()
    player.seek(track, player.position(track.id) + step)
  }

  const viewBox = `0 0 ${bars.length * barWidth} ${waveHeight}`
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
          max={track.previewSeconds}
          step={0.1}
          defaultValue={0}
          aria-label={`Seek in ${track.title}`}
          aria-valuetext={`${spokenTime(seconds)} of ${spokenTime(track.previewSeconds)}`}
          onInput={(event) => player.seek(track, Number(event.currentTarget.value))}
          onKeyDown={stepBy}
          onClick={() => {
            if (player.getState().track?.id !== track.id) player.play(track)
          }}
        />
      </div>
      <span className="clock needs-script">{clock(hasBegun ? seconds : track.previewSeconds)}</span>
    </>
  )
}

/** Keeps the played part and the slider at the position: every frame while the preview plays. */
function useDrawnPosition(
  { id, previewSeconds }: TrackSummary,
  { status, seconds }: { status: PreviewStatus; seconds: number },
) {
  const wave = useRef<HTMLDivElement>(null)
  const slider = useRef<HTMLInputElement>(null)
  const draw = useCallback(
    (position: number) => {
      const percent = previewSeconds > 0 ? (100 * position) / previewSeconds : 0
      wave.current?.style.setProperty('--p', `${percent}%`)
      if (slider.current) slider.current.value = String(position)
    },
    [previewSeconds],
  )
  useEffect(() => {
    const exact = player.position(id)
    draw(Math.floor(exact) === seconds ? exact : seconds)
  }, [draw, id, seconds])
  useEffect(() => {
    if (status !== 'playing') return
    let frame = requestAnimationFrame(function next() {
      draw(player.position(id))
      frame = requestAnimationFrame(next)
    })
    return () => cancelAnimationFrame(frame)
  }, [draw, id, status])
  return { wave, slider }
}
