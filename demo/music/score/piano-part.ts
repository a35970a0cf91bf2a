// One piano from the first bar to the last chord: a ballad's chords, or chords broken into quavers.

import type { Meter } from './music-spec.ts'
import { chooseFrom } from './random.ts'
import { atOrAbove, chordIntervals } from './chords.ts'
import { brokenChords } from './patterns.ts'
import type { Performance } from './performance.ts'
import { pianoVoicing } from './piano-voicing.ts'
import type { Bar, ChordSpan } from './song-form.ts'

export type PianoPart = {
  bars: readonly Bar[]
  meter: Meter
  /** 1 for the piano as the main instrument, less with a band. */
  level: number
}

const lowestBass = 33
const lowestArpeggio = 38

export function playBalladPiano(performance: Performance, { bars, meter, level }: PianoPart): void {
  const beat = meter === '6/8' ? 3 : 2
  let previous: number[] | null = null
  for (const bar of bars) {
    for (const span of bar.spans) {
      previous = pianoVoicing(span.chord, previous)
      const force = bar.intensity * level
      if (bar.section === 'ending') {
        rollLastChord(performance, span, previous, force)
        continue
      }
      playLeftHand(performance, span, force, beat)
      playRightHand(performance, bar, span, { notes: previous, force, beat })
    }
    if (bar.isPhraseEnd && previous !== null && bar.section !== 'ending')
      playFill(performance, bar, previous, level)
  }
}

export function playArpeggioPiano(
  performance: Performance,
  { bars, meter, level }: PianoPart,
): void {
  const verse = chooseFrom(brokenChords[meter], performance.random)
  const chorus = chooseFrom(brokenChords[meter], performance.random)
  for (const bar of bars) {
    const steps = (bar.section === 'chorus' ? chorus : verse).split(' ').map(Number)
    for (const span of bar.spans) {
      const notes = spreadChord(span)
      const force = bar.intensity * level
      if (bar.section === 'ending') {
        rollLastChord(performance, span, notes.slice(1), force)
        continue
      }
      for (let pulse = span.from; pulse < span.to; pulse++) {
        const isFirst = pulse === span.from
        const midi = notes[isFirst ? 0 : (steps[pulse - bar.from] ?? 0)]
        if (midi === undefined) continue
        const stress = isFirst ? 0.62 : (pulse - bar.from) % 2 === 0 ? 0.5 : 0.44
        performance.play({
          instrument: 'piano',
          pulse,
          // The pedal holds the chord's notes and is released at the next chord.
          untilPulse: span.to,
          midi,
          velocity: stress * force,
        })
      }
    }
  }
}

function playLeftHand(
  performance: Performance,
  span: ChordSpan,
  force: number,
  beat: number,
): void {
  const root = atOrAbove(span.chord.root, lowestBass)
  const fifth = root + (chordIntervals[span.chord.quality][2] ?? 7)
  const play = (pulse: number, midi: number, velocity: number) =>
    performance.play({
      instrument: 'piano',
      pulse,
      untilPulse: span.to,
      midi,
      velocity: velocity * force,
    })
  play(span.from, root, 0.64)
  play(span.from, root + 12, 0.46)
  const middle = span.from + 2 * beat
  if (middle < span.to) play(middle, fifth, 0.46)
}

function playRightHand(
  { play, random }: Performance,
  bar: Bar,
  span: ChordSpan,
  { notes, force, beat }: { notes: readonly number[]; force: number; beat: number },
): void {
  for (let pulse = span.from; pulse < span.to; pulse += beat) {
    const isFirst = pulse === bar.from
    for (const [order, midi] of notes.entries()) {
      const isTop = order === notes.length - 1
      play({
        instrument: 'piano',
        pulse,
        untilPulse: Math.min(span.to, pulse + beat * 1.6),
        midi,
        velocity: ((isFirst ? 0.55 : 0.44) + (isTop ? 0.06 : 0)) * force,
        lateSeconds: order * 0.006,
      })
    }
    const inner = notes[Math.floor(random() * 2)]
    if (inner !== undefined && !isFirst && random() < 0.3)
      play({
        instrument: 'piano',
        pulse: pulse + beat / 2,
        untilPulse: Math.min(span.to, pulse + beat * 1.6),
        midi: inner,
        velocity: 0.36 * force,
      })
  }
}

/** In the singer's pauses the right hand plays two or three notes of the chord. */
function playFill(
  performance: Performance,
  bar: Bar,
  notes: readonly number[],
  level: number,
): void {
  const rising = performance.random() < 0.5
  const last = bar.spans.at(-1)
  if (last === undefined || last.to - last.from < 4) return
  const high = notes.map((note) => note + 12)
  const line = (rising ? high : high.toReversed()).slice(0, 3)
  for (const [order, midi] of line.entries())
    performance.play({
      instrument: 'piano',
      pulse: last.to - 3 + order,
      untilPulse: last.to,
      midi,
      velocity: (0.42 + 0.03 * order) * bar.intensity * level,
    })
}

function spreadChord({ chord }: ChordSpan): number[] {
  const root = atOrAbove(chord.root, lowestArpeggio)
  const [, third = 4, fifth = 7] = chordIntervals[chord.quality]
  // A seventh replaces the octave on the way up.
  const octave = chordIntervals[chord.quality][3] ?? 12
  return [root, root + fifth, root + octave, root + 12 + third, root + 12 + fifth, root + 24]
}

function rollLastChord(
  performance: Performance,
  span: ChordSpan,
  notes: readonly number[],
  force: number,
): void {
  const bass = atOrAbove(span.chord.root, lowestBass)
  for (const [order, midi] of [bass, ...notes.filter((note) => note > bass)].entries())
    performance.play({
      instrument: 'piano',
      pulse: span.from,
      untilPulse: span.from + 1000,
      midi,
      velocity: (order === 0 ? 0.58 : 0.5) * force,
      lateSeconds: order * 0.06,
    })
}
