// A chart and a number of verses, arranged as bars: introduction, verses, choruses, ending.

import type { Meter, MusicSpec } from './music-spec.ts'
import { parseKey, pitchClassOf } from '#rules/music/musical-key.ts'
import { type Chord, chordOf } from './chords.ts'

/** The duration of one chord; all positions are pulses (quavers) from the first bar. */
export type ChordSpan = { chord: Chord; from: number; to: number }

export type Section = 'introduction' | 'verse' | 'chorus' | 'ending'

export type Bar = {
  section: Section
  from: number
  to: number
  spans: readonly ChordSpan[]
  /** How strongly it is played, about 0.75 to 1.05. */
  intensity: number
  /** The last bar of four, where players add a fill or pause. */
  isPhraseEnd: boolean
}

export const pulsesPerBar: Record<Meter, number> = { '3/4': 6, '4/4': 8, '6/8': 6 }
export const introductionBars = 4

export function layOutSong(spec: MusicSpec): Bar[] {
  const { tonic, isMinor } = readKey(spec.key)
  const verse = chartBars(spec.chart.verse)
  const chorus = spec.chart.chorus === undefined ? [] : chartBars(spec.chart.chorus)
  const plan: { section: Section; round: number; bars: string[][] }[] = [
    // The last line of the verse gives the singer the key and the tempo, as is usual in folk clubs.
    { section: 'introduction', round: 0, bars: verse.slice(-introductionBars) },
  ]
  for (let round = 0; round < spec.verses; round++) {
    plan.push({ section: 'verse', round, bars: verse })
    plan.push({ section: 'chorus', round, bars: chorus })
  }
  plan.push({ section: 'ending', round: spec.verses, bars: [[isMinor ? 'i' : 'I']] })

  const length = pulsesPerBar[spec.chart.meter]
  const laidOut = plan.flatMap(({ section, round, bars }) =>
    bars.map((numerals, index) => ({ section, round, numerals, index })),
  )
  return laidOut.map(({ section, round, numerals, index }, count) => ({
    section,
    from: count * length,
    to: (count + 1) * length,
    spans: spreadOverBar(numerals, count * length, spec.chart.meter).map(
      ({ numeral, from, to }) => ({
        chord: chordOf(numeral, tonic),
        from,
        to,
      }),
    ),
    intensity: intensityOf(section, round, index),
    isPhraseEnd: index % 4 === 3,
  }))
}

/** Throws on a key without a valid pitch: specifications are part of the source. */
export function readKey(key: string): { tonic: number; isMinor: boolean } {
  const flags = parseKey(key)
  const tonic = pitchClassOf(flags)
  if (tonic === null) throw new Error(`'${key}' is no key`)
  return { tonic, isMinor: flags.isMinor }
}

function chartBars(chart: string): string[][] {
  return chart.split('|').map((bar) => bar.trim().split(/\s+/))
}

/** Chords change on beats: two share a bar of 3/4 as two beats and one, of the others in halves. */
function spreadOverBar(numerals: readonly string[], from: number, meter: Meter) {
  const beat = meter === '6/8' ? 3 : 2
  const share = pulsesPerBar[meter] / numerals.length
  const edge = (index: number) => from + Math.ceil((index * share) / beat) * beat
  return numerals.map((numeral, index) => ({
    numeral,
    from: edge(index),
    to: edge(index + 1),
  }))
}

function intensityOf(section: Section, round: number, index: number): number {
  const base = { introduction: 0.8, verse: 0.85, chorus: 0.96, ending: 0.82 }[section]
  // Every phrase of four bars gets louder until its third bar and softer in the fourth.
  const swell = [0, 0.015, 0.035, 0.005][index % 4] ?? 0
  return base + Math.min(round, 2) * 0.03 + swell
}
