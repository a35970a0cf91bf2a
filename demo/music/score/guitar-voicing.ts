// The guitar's fingering: open shapes behind a capo, barre chords where no open shape exists.

import { type Chord, pitchClass, type Quality } from './chords.ts'

/** The sounding MIDI note of each string, lowest first; null is not played. */
export type Voicing = readonly (number | null)[]

const openStrings = [40, 45, 50, 55, 59, 64]

/** Frets lowest string first, by pitch class of the root; `x` is not played. */
const openShapes: Record<Quality, Record<number, string>> = {
  major: { 0: 'x32010', 2: 'xx0232', 4: '022100', 5: 'xx3211', 7: '320003', 9: 'x02220' },
  minor: { 2: 'xx0231', 4: '022000', 9: 'x02210' },
  seventh: {
    0: 'x32310',
    2: 'xx0212',
    4: '020100',
    7: '320001',
    9: 'x02020',
    11: 'x21202',
  },
  'minor seventh': { 2: 'xx0211', 4: '022030', 9: 'x02010', 11: 'x20202' },
  'major seventh': { 0: 'x32000', 2: 'xx0222', 5: 'xx3210', 7: '320002', 9: 'x02120' },
  suspended: { 2: 'xx0233', 4: '022200', 7: '330013', 9: 'x02230' },
  diminished: { 2: 'xx0131', 4: 'xx2353', 11: 'x2343x' },
}

/** Movable shapes with the root on the lowest and on the second string, at the nut. */
const barreShapes: Record<Quality, { onSixth: string; onFifth: string }> = {
  major: { onSixth: '022100', onFifth: 'x02220' },
  minor: { onSixth: '022000', onFifth: 'x02210' },
  seventh: { onSixth: '020100', onFifth: 'x02020' },
  'minor seventh': { onSixth: '020000', onFifth: 'x02010' },
  'major seventh': { onSixth: '021100', onFifth: 'x02120' },
  suspended: { onSixth: '022200', onFifth: 'x02230' },
  diminished: { onSixth: '0120x0', onFifth: 'x0121x' },
}

const comfortableMajor = new Set([0, 2, 4, 7, 9])
const comfortableMinor = new Set([2, 4, 9])

/** The lowest capo that turns the key into one of the open-string keys: never above the fourth. */
export function capoFor(tonic: number, isMinor: boolean): number {
  const comfortable = isMinor ? comfortableMinor : comfortableMajor
  let capo = 0
  while (!comfortable.has(pitchClass(tonic - capo))) capo++
  return capo
}

export function guitarVoicing(chord: Chord, capo: number): Voicing {
  const fingered = pitchClass(chord.root - capo)
  const shape = openShapes[chord.quality][fingered] ?? null
  const frets = shape === null ? barreFrets(fingered, chord.quality) : readShape(shape, 0)
  return frets.map((fret, string) =>
    fret === null ? null : (openStrings[string] ?? 0) + fret + capo,
  )
}

function barreFrets(root: number, quality: Quality): (number | null)[] {
  const sixthFret = pitchClass(root - 4)
  const fifthFret = pitchClass(root - 9)
  const { onSixth, onFifth } = barreShapes[quality]
  return sixthFret <= fifthFret ? readShape(onSixth, sixthFret) : readShape(onFifth, fifthFret)
}

function readShape(shape: string, barre: number): (number | null)[] {
  return [...shape].map((fret) => (fret === 'x' ? null : Number(fret) + barre))
}
