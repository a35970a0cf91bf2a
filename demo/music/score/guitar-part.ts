// One guitar from the first bar to the last chord: strummed or fingerpicked.

import type { Meter } from './music-spec.ts'
import { chooseFrom } from './random.ts'
import { capoFor, guitarVoicing, type Voicing } from './guitar-voicing.ts'
import { pickingPatterns, strumPatterns, swungStrums } from './patterns.ts'
import type { Performance } from './performance.ts'
import { type Bar, type ChordSpan, introductionBars, readKey } from './song-form.ts'

type GuitarName = 'guitar' | 'second guitar'
type Fingering = ChordSpan & { voicing: Voicing }

export type GuitarPart = {
  instrument: GuitarName
  bars: readonly Bar[]
  key: string
  meter: Meter
  isSwung: boolean
  /** 1 for the guitar as the main instrument, less for an accompanying one. */
  level: number
}

type Hand = GuitarPart & { performance: Performance; fingerings: readonly Fingering[] }

const softerPerString = 0.016
const dampedPulses = 0.22

export function playStrummedGuitar(performance: Performance, part: GuitarPart): void {
  const hand = { ...part, performance, fingerings: fingeringsOf(part) }
  const { calm, lively } = part.isSwung
    ? { calm: swungStrums, lively: swungStrums }
    : strumPatterns[part.meter]
  const verse = chooseFrom(calm, performance.random)
  const chorus = chooseFrom(lively, performance.random)
  const isOneSection = part.bars.every((bar) => bar.section !== 'chorus')
  for (const [index, bar] of part.bars.entries()) {
    if (bar.section === 'ending') {
      strum(hand, bar, bar.from, 'D')
      continue
    }
    // A song without a chorus would be monotonous: every other eight bars use the livelier pattern.
    const isLively =
      bar.section === 'chorus' || (isOneSection && (index - introductionBars) % 16 >= 8)
    const pattern = [...(isLively ? chorus : verse)]
    const step = (bar.to - bar.from) / pattern.length
    for (const [position, sign] of pattern.entries())
      if (sign !== '.') strum(hand, bar, bar.from + position * step, sign)
  }
}

export function playFingerpickedGuitar(performance: Performance, part: GuitarPart): void {
  const hand = { ...part, performance, fingerings: fingeringsOf(part) }
  const verse = chooseFrom(pickingPatterns[part.meter], performance.random)
  const chorus = chooseFrom(pickingPatterns[part.meter], performance.random)
  for (const bar of part.bars) {
    if (bar.section === 'ending') {
      rollLastChord(hand, bar)
      continue
    }
    const steps = (bar.section === 'chorus' ? chorus : verse).split(' ')
    const step = (bar.to - bar.from) / steps.length
    for (const [position, fingers] of steps.entries()) {
      const pulse = bar.from + position * step
      const isChange = bar.spans.some((span) => span.from === pulse)
      for (const finger of isChange ? withThumb(fingers) : fingers)
        if (finger !== '.') pick(hand, bar, pulse, finger)
    }
  }
}

function fingeringsOf({ bars, key }: GuitarPart): Fingering[] {
  const { tonic, isMinor } = readKey(key)
  const capo = capoFor(tonic, isMinor)
  return bars.flatMap((bar) =>
    bar.spans.map((span) => ({ ...span, voicing: guitarVoicing(span.chord, capo) })),
  )
}

function strum(hand: Hand, bar: Bar, pulse: number, sign: string): void {
  const { voicing } = fingeringAt(hand, pulse)
  const played = playedStrings(voicing)
  if (sign === 'B' || sign === 'b') {
    pluck(hand, pulse, sign === 'B' ? lowestOf(voicing) : alternateOf(voicing), 0.8 * bar.intensity)
    return
  }
  const isUp = sign === 'U' || sign === 'u'
  const strings = isUp ? played.toReversed().slice(0, 4) : sign === 'D' ? played : played.slice(-4)
  const force = { D: 0.76, d: 0.6, U: 0.58, u: 0.48, x: 0.5 }[sign] ?? 0.6
  const isOnBar = pulse === bar.from
  const velocity = (force + (isOnBar ? 0.05 : 0)) * bar.intensity
  const isLast = bar.section === 'ending'
  const gap = (isLast ? 0.034 : isUp ? 0.008 : 0.012) * (0.8 + 0.5 * hand.performance.random())
  for (const [order, string] of strings.entries())
    pluck(hand, pulse, string, velocity - order * softerPerString, {
      lateSeconds: order * gap,
      ...(sign === 'x' && { untilPulse: pulse + dampedPulses }),
    })
}

function pick(hand: Hand, bar: Bar, pulse: number, finger: string): void {
  const { voicing } = fingeringAt(hand, pulse)
  if (finger === 'B') pluck(hand, pulse, lowestOf(voicing), 0.72 * bar.intensity)
  else if (finger === 'b') pluck(hand, pulse, alternateOf(voicing), 0.62 * bar.intensity)
  else {
    // The ring finger's string is louder: a listener hears it as the melody.
    const force = finger === '1' ? 0.6 : 0.54
    pluck(hand, pulse, nearestPlayed(voicing, 6 - Number(finger)), force * bar.intensity)
  }
}

function withThumb(fingers: string): string {
  return /[Bb]/.test(fingers) ? fingers.replace('b', 'B') : `B${fingers}`
}

function rollLastChord(hand: Hand, bar: Bar): void {
  const strings = playedStrings(fingeringAt(hand, bar.from).voicing)
  for (const [order, string] of strings.entries())
    pluck(hand, bar.from, string, 0.62 * bar.intensity, { lateSeconds: order * 0.075 })
}

function pluck(
  hand: Hand,
  pulse: number,
  string: number,
  velocity: number,
  timing: { lateSeconds?: number; untilPulse?: number } = {},
): void {
  const midi = fingeringAt(hand, pulse).voicing[string]
  if (midi === null || midi === undefined) return
  hand.performance.play({
    instrument: hand.instrument,
    pulse,
    untilPulse: heldUntil(hand, pulse, string),
    midi,
    velocity: velocity * hand.level,
    string,
    ...timing,
  })
}

/** A string keeps sounding through chords that do not change its fret. */
function heldUntil({ fingerings }: Hand, pulse: number, string: number): number {
  const start = fingerings.findIndex((fingering) => pulse < fingering.to)
  const midi = fingerings[start]?.voicing[string]
  let end = start
  while (end + 1 < fingerings.length && fingerings[end + 1]?.voicing[string] === midi) end++
  // The last chord sounds until it has decayed.
  return end === fingerings.length - 1 ? pulse + 1000 : (fingerings[end]?.to ?? pulse)
}

function fingeringAt({ fingerings }: Hand, pulse: number): Fingering {
  const found = fingerings.find((fingering) => pulse < fingering.to) ?? fingerings.at(-1)
  if (found === undefined) throw new Error('a chart without chords')
  return found
}

function playedStrings(voicing: Voicing): number[] {
  return voicing.flatMap((midi, string) => (midi === null ? [] : [string]))
}

function lowestOf(voicing: Voicing): number {
  return playedStrings(voicing)[0] ?? 0
}

/** The thumb's other string: the lowest bass string with a note other than the root's. */
function alternateOf(voicing: Voicing): number {
  const [root = 0, next = root] = playedStrings(voicing)
  return next > 3 ? root : next
}

function nearestPlayed(voicing: Voicing, wanted: number): number {
  const played = playedStrings(voicing)
  return played.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0] ?? wanted
}
