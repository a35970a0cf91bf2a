// Collects the players' notes, with small human variations.

import type { Random } from './random.ts'
import type { Timeline } from './timeline.ts'

export type Instrument = 'guitar' | 'second guitar' | 'piano' | 'bass' | 'shaker' | 'cajon'

export type Note = {
  instrument: Instrument
  startSeconds: number
  seconds: number
  midi: number
  /** 0–1. */
  velocity: number
  /** A guitar's string, 0 the lowest: it plays one note at a time. */
  string?: number
}

type Played = Omit<Note, 'startSeconds' | 'seconds'> & {
  pulse: number
  untilPulse: number
  /** Delay after the pulse, for example of the later strings of a strum. */
  lateSeconds?: number
}

export type Performance = {
  random: Random
  timeline: Timeline
  play: (played: Played) => void
  notes: Note[]
}

const timingSeconds = 0.005
const velocitySpread = 0.045

export function openPerformance(timeline: Timeline, random: Random): Performance {
  const notes: Note[] = []
  // The sum of two uniform random numbers is near the middle more often, like human timing.
  const unevenness = () => random() + random() - 1
  const play = ({ pulse, untilPulse, lateSeconds = 0, ...sound }: Played) => {
    const planned = timeline.secondsAt(pulse) + lateSeconds + unevenness() * timingSeconds
    const startSeconds = Math.max(0, planned)
    notes.push({
      ...sound,
      startSeconds,
      seconds: Math.max(0.03, timeline.secondsAt(untilPulse) - startSeconds),
      velocity: Math.min(1, Math.max(0.12, sound.velocity + unevenness() * velocitySpread)),
    })
  }
  return { random, timeline, play, notes }
}
