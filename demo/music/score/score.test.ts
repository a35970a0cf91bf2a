import { expect, test } from 'vitest'
import type { MusicSpec } from './music-spec.ts'
import { chordIntervals, chordOf, pitchClass, type Quality } from './chords.ts'
import { compose } from './compose.ts'
import { capoFor, guitarVoicing } from './guitar-voicing.ts'
import { brokenChords, pickingPatterns, strumPatterns, swungStrums } from './patterns.ts'
import { pianoVoicing } from './piano-voicing.ts'
import { layOutSong, pulsesPerBar } from './song-form.ts'
import { timelineOf } from './timeline.ts'

const qualities: Quality[] = [
  'major',
  'minor',
  'seventh',
  'minor seventh',
  'major seventh',
  'suspended',
  'diminished',
]
const openStrings = [40, 45, 50, 55, 59, 64]
const roots = Array.from({ length: 12 }, (_, root) => root)

const spec: MusicSpec = {
  chart: { meter: '4/4', verse: 'I | vi | ii7 V7 | I', chorus: 'IV | I | V7 | I' },
  key: 'Eb',
  bpm: 120,
  style: 'full',
  verses: 2,
  seed: 5,
}

test('a numeral is resolved from the tonic, with its accidental, its mode and its seventh', () => {
  expect(chordOf('I', 0)).toEqual({ root: 0, quality: 'major' })
  expect(chordOf('bVII', 9)).toEqual({ root: 7, quality: 'major' })
  expect(chordOf('ii7', 2)).toEqual({ root: 4, quality: 'minor seventh' })
  expect(chordOf('V7', 3)).toEqual({ root: 10, quality: 'seventh' })
  expect(chordOf('vii°', 0)).toEqual({ root: 11, quality: 'diminished' })
  expect(() => chordOf('H', 0)).toThrow("'H' is no chord numeral")
})

test('a guitarist plays only notes of the chord, the root lowest, within one hand span', () => {
  for (const quality of qualities)
    for (const root of roots)
      for (const capo of [0, 1, 2, 3, 4]) {
        const voicing = guitarVoicing({ root, quality }, capo)
        const played = voicing.filter((midi) => midi !== null)
        const chord = chordIntervals[quality].map((interval) => pitchClass(root + interval))
        expect(played.length).toBeGreaterThanOrEqual(4)
        expect(pitchClass(played[0] ?? -1)).toBe(root)
        expect(played.every((midi) => chord.includes(pitchClass(midi)))).toBe(true)
        // Only the fifth may be left out, as in an open C7.
        const needed = chord.filter((_, index) => index !== 2)
        expect(played.map(pitchClass)).toEqual(expect.arrayContaining(needed))
        const frets = voicing.map((midi, string) => (midi ?? 0) - capo - (openStrings[string] ?? 0))
        const fretted = frets.filter((fret) => fret > 0)
        expect(Math.max(...fretted) - Math.min(...fretted)).toBeLessThanOrEqual(3)
        expect(Math.max(...fretted)).toBeLessThanOrEqual(12)
      }
})

test('a capo on the fourth fret or lower makes every key playable with open strings', () => {
  for (const tonic of roots)
    for (const isMinor of [false, true]) expect(capoFor(tonic, isMinor)).toBeLessThanOrEqual(4)
  expect(capoFor(7, false)).toBe(0)
  expect(capoFor(10, true)).toBe(1)
})

test('a pianist repeats common notes and moves to the nearest inversion', () => {
  const cMajor = pianoVoicing({ root: 0, quality: 'major' }, null)
  const aMinor = pianoVoicing({ root: 9, quality: 'minor' }, cMajor)
  expect(cMajor.filter((midi) => aMinor.includes(midi))).toHaveLength(2)
})

test('every pattern fills its bar in even steps', () => {
  for (const meter of ['3/4', '4/4', '6/8'] as const) {
    const strums = [...strumPatterns[meter].calm, ...strumPatterns[meter].lively]
    for (const strum of strums) expect([1, 2]).toContain(strum.length / pulsesPerBar[meter])
    for (const steps of [...pickingPatterns[meter], ...brokenChords[meter]])
      expect(steps.split(' ')).toHaveLength(pulsesPerBar[meter])
  }
  for (const strum of swungStrums) expect(strum).toHaveLength(pulsesPerBar['4/4'])
})

test('a song is introduction, verses with their choruses, and a last bar on the tonic', () => {
  const bars = layOutSong(spec)
  expect(bars.map((bar) => bar.section[0]).join('')).toBe('iiiivvvvccccvvvvcccce')
  expect(bars.at(-1)?.spans.map((span) => span.chord)).toEqual([{ root: 3, quality: 'major' }])
})

test('two chords in a bar of 4/4 or 6/8 get half of it each, in 3/4 two beats and one', () => {
  const edgesIn = (meter: '3/4' | '4/4' | '6/8') => {
    const [bar] = layOutSong({ ...spec, chart: { meter, verse: 'I V | I | I | I' } })
    return bar?.spans.map(({ from, to }) => [from, to])
  }
  expect(edgesIn('4/4')).toEqual([
    [0, 4],
    [4, 8],
  ])
  expect(edgesIn('6/8')).toEqual([
    [0, 3],
    [3, 6],
  ])
  expect(edgesIn('3/4')).toEqual([
    [0, 4],
    [4, 6],
  ])
})

test('pulses keep the tempo until the last two bars, which slow down', () => {
  const { secondsAt } = timelineOf(spec)
  expect(secondsAt(8) - secondsAt(0)).toBeCloseTo(2, 6)
  expect(secondsAt(160) - secondsAt(152)).toBeGreaterThan(2.3)
})

test('a swung quaver comes at two thirds of its beat', () => {
  const { secondsAt } = timelineOf({ ...spec, isSwung: true })
  expect((secondsAt(1) - secondsAt(0)) / (secondsAt(2) - secondsAt(0))).toBeCloseTo(2 / 3, 6)
})

test('a full band has all its players, and no string plays two notes at once', () => {
  const { notes } = compose(spec)
  expect(new Set(notes.map((note) => note.instrument))).toEqual(
    new Set(['guitar', 'second guitar', 'piano', 'bass', 'shaker', 'cajon']),
  )
  const byString = Object.groupBy(
    notes.filter((note) => note.string !== undefined),
    (note) => `${note.instrument} ${note.string}`,
  )
  for (const sounded of Object.values(byString))
    for (const [index, note] of (sounded ?? []).entries()) {
      const next = sounded?.[index + 1]?.startSeconds ?? Number.POSITIVE_INFINITY
      expect(note.startSeconds + note.seconds).toBeLessThanOrEqual(next + 1e-9)
    }
})
