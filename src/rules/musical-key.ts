// A track's musical key: parsing the artist's text, the label, and the text for screen readers.

export type KeyFlags = {
  letter: string | null
  isFlat: boolean
  isSharp: boolean
  isMajor: boolean
  isMinor: boolean
}

const keyPattern = /^\s*([A-Ga-g])([b#♭♯]?)(m?)\s*$/

/** Letter, optional b or #, optional m. Any other text is stored with the track but is not parsed as a key. */
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
