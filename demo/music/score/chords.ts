// Chords by name, and the numerals that represent them in a chart.

export type Quality =
  | 'major'
  | 'minor'
  | 'seventh'
  | 'minor seventh'
  | 'major seventh'
  | 'suspended'
  | 'diminished'

/** `root` is a pitch class: 0–11 from C. */
export type Chord = { root: number; quality: Quality }

/** Semitones above the root. */
export const chordIntervals: Record<Quality, readonly number[]> = {
  major: [0, 4, 7],
  minor: [0, 3, 7],
  seventh: [0, 4, 7, 10],
  'minor seventh': [0, 3, 7, 10],
  'major seventh': [0, 4, 7, 11],
  suspended: [0, 5, 7],
  diminished: [0, 3, 6],
}

const degreeSemitones: Record<string, number> = {
  I: 0,
  II: 2,
  III: 4,
  IV: 5,
  V: 7,
  VI: 9,
  VII: 11,
}

const written = /^([b#]?)([IV]+|[iv]+)(maj7|sus4|7|°)?$/

/** 'bVII' over a tonic's pitch class. Throws on an invalid numeral: charts are part of the source. */
export function chordOf(numeral: string, tonic: number): Chord {
  const [, accidental = '', degree = '', ending = ''] = written.exec(numeral) ?? []
  const semitones = degreeSemitones[degree.toUpperCase()]
  if (semitones === undefined) throw new Error(`'${numeral}' is no chord numeral`)
  const shift = accidental === 'b' ? -1 : accidental === '#' ? 1 : 0
  const isMinor = degree === degree.toLowerCase()
  return { root: pitchClass(tonic + semitones + shift), quality: qualityOf(isMinor, ending) }
}

function qualityOf(isMinor: boolean, ending: string): Quality {
  if (ending === '°') return 'diminished'
  if (ending === 'sus4') return 'suspended'
  if (ending === 'maj7') return 'major seventh'
  if (ending === '7') return isMinor ? 'minor seventh' : 'seventh'
  return isMinor ? 'minor' : 'major'
}

export function pitchClass(semitones: number): number {
  return ((semitones % 12) + 12) % 12
}

/** The lowest MIDI note of this pitch class that is not below `lowest`. */
export function atOrAbove(pitch: number, lowest: number): number {
  return lowest + pitchClass(pitch - lowest)
}
