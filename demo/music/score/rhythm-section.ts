// Bass, shaker and cajon: they do not play in the introduction.

import type { Meter } from './music-spec.ts'
import { atOrAbove, type Chord, chordIntervals, pitchClass } from './chords.ts'
import type { Performance } from './performance.ts'
import { type Bar, type ChordSpan, readKey } from './song-form.ts'

const lowestBass = 28

const majorScale = [0, 2, 4, 5, 7, 9, 11]
const minorScale = [0, 2, 3, 5, 7, 8, 10]

export function playBass(
  performance: Performance,
  { bars, meter, key }: { bars: readonly Bar[]; meter: Meter; key: string },
): void {
  const { tonic, isMinor } = readKey(key)
  const scale = (isMinor ? minorScale : majorScale).map((step) => pitchClass(tonic + step))
  const spans = bars.flatMap((bar) =>
    bar.section === 'introduction'
      ? []
      : bar.spans.map((span) => ({ ...span, intensity: bar.intensity })),
  )
  for (const [index, span] of spans.entries()) {
    const isLast = index === spans.length - 1
    const root = atOrAbove(span.chord.root, lowestBass)
    const play = (pulse: number, untilPulse: number, midi: number, velocity: number) =>
      performance.play({
        instrument: 'bass',
        pulse,
        untilPulse,
        midi,
        velocity: velocity * span.intensity,
      })
    if (isLast) {
      play(span.from, span.from + 1000, root, 0.75)
      continue
    }
    const second = secondBassNote(span, meter)
    play(span.from, second ?? span.to, root, 0.82)
    if (second === null) continue
    const next = spans[index + 1]?.chord ?? span.chord
    const leadsOn = next.root !== span.chord.root && performance.random() < 0.55
    const lead = leadsOn ? span.to - 1 : span.to
    play(second, lead, fifthBelow(span.chord, root), 0.7)
    if (leadsOn) play(lead, span.to, stepTowards(next, root, scale), 0.64)
  }
}

/** The pulse of the bass's second note, or null where the chord is too short for one. */
function secondBassNote({ from, to }: ChordSpan, meter: Meter): number | null {
  if (to - from < 5) return null
  return meter === '6/8' ? from + 3 : from + 4
}

function fifthBelow(chord: Chord, root: number): number {
  const fifth = root + (chordIntervals[chord.quality][2] ?? 7)
  return fifth - 12 >= lowestBass ? fifth - 12 : fifth
}

/** The scale step next to the following root, on the side of the current note. */
function stepTowards(next: Chord, root: number, scale: readonly number[]): number {
  const target = atOrAbove(next.root, lowestBass)
  const direction = target > root ? -1 : 1
  let step = target + direction
  while (!scale.includes(pitchClass(step))) step += direction
  return step
}

export function playShaker(performance: Performance, bars: readonly Bar[], meter: Meter): void {
  const beat = meter === '6/8' ? 3 : 2
  for (const bar of bars) {
    if (bar.section === 'introduction' || bar.section === 'ending') continue
    for (let pulse = bar.from; pulse < bar.to; pulse++) {
      const isBeat = (pulse - bar.from) % beat === 0
      performance.play({
        instrument: 'shaker',
        pulse,
        untilPulse: pulse + 1,
        midi: 0,
        velocity: (isBeat ? 0.68 : 0.44) * bar.intensity,
      })
    }
  }
}

/** MIDI 36 is the bass tone in the middle of the plate, 38 the slap at its edge. */
export function playCajon(performance: Performance, bars: readonly Bar[], meter: Meter): void {
  const hits = {
    '4/4': [
      { pulse: 0, midi: 36, velocity: 0.8 },
      { pulse: 2, midi: 38, velocity: 0.6 },
      { pulse: 3, midi: 36, velocity: 0.4 },
      { pulse: 4, midi: 36, velocity: 0.7 },
      { pulse: 6, midi: 38, velocity: 0.64 },
    ],
    '3/4': [
      { pulse: 0, midi: 36, velocity: 0.75 },
      { pulse: 2, midi: 38, velocity: 0.45 },
      { pulse: 4, midi: 38, velocity: 0.5 },
    ],
    '6/8': [
      { pulse: 0, midi: 36, velocity: 0.78 },
      { pulse: 3, midi: 38, velocity: 0.6 },
      { pulse: 5, midi: 36, velocity: 0.4 },
    ],
  }[meter]
  for (const bar of bars) {
    if (bar.section === 'introduction' || bar.section === 'ending') continue
    for (const { pulse, midi, velocity } of hits)
      performance.play({
        instrument: 'cajon',
        pulse: bar.from + pulse,
        untilPulse: bar.from + pulse + 1,
        midi,
        velocity: velocity * bar.intensity,
      })
  }
}
