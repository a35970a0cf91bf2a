// A track's musical key: parsing the artist's text, the label, the text for screen readers, and transposition.

export type KeyFlags = {
  letter: string | null
  isFlat: boolean
  isSharp: boolean
  isMajor: boolean
  isMinor: boolean
}

const keyPattern = /^\s*([A-Ga-g])([b#♭♯]?)(m?)\s*$/

/** Letter, optional b or #, optional m. Older tracks may have any other text, which is shown but not parsed as a key. */
export function parseKey(text: string | null): KeyFlags {
  const match = text === null ? null : keyPattern.exec(text)
  if (!match) return { letter: null, isFlat: false, isSharp: false, isMajor: false, isMinor: false }
  const [, letter = '', accidental = '', minor = ''] = match
  return {
    letter: letter.toUpperCase(),
    isFlat: accidental === 'b' || accidental === '♭',
    isSharp: accidental === '#' || accidental === '♯',
    isMajor: minor === '',
    isMinor: minor === 'm',
  }
}

/** The message for a typed key; null if it is a key, or says that there is none. */
export function problemWithKey(text: string): string | null {
  if (keyLabel(text) === null || parseKey(text).letter !== null) return null
  return 'Please write the key as a letter from A to G, then b or # if needed, then m for minor: C, Am, F# or Bb'
}

const tonics = [
  'C',
  'C#',
  'Db',
  'D',
  'D#',
  'Eb',
  'E',
  'F',
  'F#',
  'Gb',
  'G',
  'G#',
  'Ab',
  'A',
  'Bb',
  'B',
]

/** What a field for a key suggests. */
export const suggestedKeys = tonics.flatMap((tonic) => [tonic, `${tonic}m`])

const semitonesAboveC: Record<string, number> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 }

/** 0–11 semitones above C, so that C# and Db are equal; null where the text is not a key. */
export function pitchClassOf(key: KeyFlags): number | null {
  const natural = key.letter === null ? undefined : semitonesAboveC[key.letter]
  if (natural === undefined) return null
  return (natural + (key.isSharp ? 1 : 0) - (key.isFlat ? 1 : 0) + 12) % 12
}

const hiddenValues = new Set(['', 'n/a', 'null', 'undefined'])

/** 'F♯m', or the artist's text if it is not a key, or null where the field is hidden (TRK-13). */
export function keyLabel(text: string | null | undefined): string | null {
  const trimmed = (text ?? '').trim()
  if (hiddenValues.has(trimmed.toLowerCase())) return null
  const key = parseKey(trimmed)
  if (key.letter === null) return trimmed
  return `${key.letter}${key.isFlat ? '♭' : ''}${key.isSharp ? '♯' : ''}${key.isMinor ? 'm' : ''}`
}

/** 'Key of F sharp minor', for screen readers. */
export function spokenKey(text: string | null | undefined): string | null {
  const label = keyLabel(text)
  if (label === null) return null
  const key = parseKey(label)
  if (key.letter === null) return `Key of ${label}`
  const accidental = key.isFlat ? ' flat' : key.isSharp ? ' sharp' : ''
  return `Key of ${key.letter}${accidental} ${key.isMinor ? 'minor' : 'major'}`
}

/** In fifths: a letter is followed by the one a fifth higher, and all seven by their sharps. */
const fifths = 'FCGDAEB'
const sharpOrFlat = ['♭', '', '♯']
/** A minor key has the signature of the major key three fifths below its tonic. */
const minorFifths = 3
const semitonesPerFifth = 7
const maxAccidentals = 6

/**
 * The label of the key that is `semitones` higher, or lower where negative: the one with the fewest sharps or flats, so
 * that A is never called B double flat. Of two with six each, the one with the accidentals that the key has already.
 * Null where the text is not a key.
 */
export function transposeKey(text: string | null, semitones: number): string | null {
  const key = parseKey(text)
  if (key.letter === null) return null
  if (semitones === 0) return keyLabel(text)
  const above = key.isMinor ? minorFifths : 0
  const tonic = fifths.indexOf(key.letter) - 1 + 7 * (Number(key.isSharp) - Number(key.isFlat))
  const sharps = tonic - above
  const wanted = modulo(sharps + semitonesPerFifth * semitones, 12)
  const isFlatter = wanted > maxAccidentals || (wanted === maxAccidentals && sharps < 0)
  const place = (isFlatter ? wanted - 12 : wanted) + above + 1
  const accidental = sharpOrFlat[1 + Math.floor(place / fifths.length)]
  return `${fifths[modulo(place, fifths.length)]}${accidental}${key.isMinor ? 'm' : ''}`
}

function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor
}
