// The times of a piece's pulses in seconds, with a slower tempo before the last chord.

import type { MusicSpec } from './music-spec.ts'
import { layOutSong, pulsesPerBar } from './song-form.ts'

export type Timeline = {
  /** Seconds from the start of the recording. */
  secondsAt: (pulse: number) => number
  /** The whole recording, including the decay of the last chord. */
  seconds: number
}

const leadInSeconds = 0.12
const ringOutSeconds = 5.5
const slowingBars = 2
/** The last pulse before the final chord lasts this much longer than a normal pulse. */
const slowing = 0.28

export function timelineOf(spec: MusicSpec): Timeline {
  const { meter } = spec.chart
  const pulseSeconds = (meter === '6/8' ? 20 : 30) / spec.bpm
  const lastChord = layOutSong(spec).at(-1)?.from ?? 0
  const span = slowingBars * pulsesPerBar[meter]
  const steady = lastChord - span
  const secondsAt = (pulse: number) => {
    const swung = spec.isSwung ? swing(pulse) : pulse
    const late = Math.max(0, swung - steady)
    return leadInSeconds + pulseSeconds * (swung + (slowing * late * late) / (2 * span))
  }
  return { secondsAt, seconds: secondsAt(lastChord) + ringOutSeconds }
}

/** Delays the second quaver of a beat to two thirds of it. */
function swing(pulse: number): number {
  const beat = Math.floor(pulse / 2) * 2
  const within = pulse - beat
  return beat + (within <= 1 ? within * (4 / 3) : 4 / 3 + (within - 1) * (2 / 3))
}
