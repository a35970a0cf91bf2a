import { expect, test } from 'vitest'
import {
  keyLabel,
  parseKey,
  pitchClassOf,
  problemWithKey,
  spokenKey,
  suggestedKeys,
  transposeKey,
} from './musical-key.ts'

test.each([
  ['C', 'C', 'Key of C major'],
  ['Am', 'Am', 'Key of A minor'],
  ['f#', 'F♯', 'Key of F sharp major'],
  ['Bbm', 'B♭m', 'Key of B flat minor'],
  ['D dor', 'D dor', 'Key of D dor'],
  [' Eb ', 'E♭', 'Key of E flat major'],
  ['bb', 'B♭', 'Key of B flat major'],
  ['g♯m', 'G♯m', 'Key of G sharp minor'],
  ['A♭', 'A♭', 'Key of A flat major'],
  [' what? ', 'what?', 'Key of what?'],
  ['H', 'H', 'Key of H'],
  ['C##', 'C##', 'Key of C##'],
  ['Cmm', 'Cmm', 'Key of Cmm'],
  ['in C', 'in C', 'Key of in C'],
  ['C!', 'C!', 'Key of C!'],
])('the key %j is shown as %j and spoken as %j (FMT-11)', (text, label, spoken) => {
  expect(keyLabel(text)).toBe(label)
  expect(spokenKey(text)).toBe(spoken)
})

test.each(['', '  ', 'n/a', 'N/A', ' n/a ', 'null', 'NULL', 'undefined', null, undefined])(
  'the key %j is hidden (FMT-12, TRK-13)',
  (text) => {
    expect(keyLabel(text)).toBeNull()
    expect(spokenKey(text)).toBeNull()
  },
)

test('C sharp and D flat are the same pitch class', () => {
  expect(pitchClassOf(parseKey('C#'))).toBe(pitchClassOf(parseKey('Db')))
  expect(pitchClassOf(parseKey('Cb'))).toBe(11)
  expect(pitchClassOf(parseKey('what?'))).toBeNull()
})

test.each([
  ['C', 0],
  ['Dm', 2],
  ['E', 4],
  ['F', 5],
  ['G', 7],
  ['A', 9],
  ['B', 11],
  ['F#m', 6],
  ['Bb', 10],
  ['B#', 0],
])('the tonic of %j is %i semitones above C', (text, semitones) => {
  expect(pitchClassOf(parseKey(text))).toBe(semitones)
})

test.each([
  ['Bb', { letter: 'B', isFlat: true, isSharp: false, isMajor: true, isMinor: false }],
  ['c♯m', { letter: 'C', isFlat: false, isSharp: true, isMajor: false, isMinor: true }],
  ['  F  ', { letter: 'F', isFlat: false, isSharp: false, isMajor: true, isMinor: false }],
])('the key %j is parsed as %j', (text, key) => {
  expect(parseKey(text)).toEqual(key)
})

test.each([null, '', 'what?', 'Em7', 'Am or C'])('%j is not parsed as a key', (text) => {
  const none = { letter: null, isFlat: false, isSharp: false, isMajor: false, isMinor: false }
  expect(parseKey(text)).toEqual(none)
})

test.each(['C', 'am', 'F#', 'Bb', ' E♭m ', '', 'n/a', ...suggestedKeys])(
  'the key %j can be entered',
  (text) => {
    expect(problemWithKey(text)).toBeNull()
  },
)

test.each(['H##', 'H', 'C##', 'Amin', 'D dor', 'what?', '#', 'm'])(
  'the key %j is refused with the form that a key has',
  (text) => {
    expect(problemWithKey(text)).toContain('a letter from A to G')
  },
)

test('every tonic is suggested in major and minor', () => {
  const pitches = new Set(suggestedKeys.map((key) => pitchClassOf(parseKey(key))))
  expect(pitches.size).toBe(12)
  expect(suggestedKeys).toEqual(expect.arrayContaining(['C', 'Am', 'F#', 'Bb']))
  expect(suggestedKeys.filter((key) => key.endsWith('m'))).toHaveLength(suggestedKeys.length / 2)
})

test.each([
  ['C', -6, 'F♯'],
  ['C', 1, 'D♭'],
  ['C', 3, 'E♭'],
  ['B', -2, 'A'],
  ['A', -2, 'G'],
  ['E', 2, 'F♯'],
  ['A', 1, 'B♭'],
  ['G', 1, 'A♭'],
  ['F', 1, 'G♭'],
  ['Bb', -4, 'G♭'],
  ['D', 4, 'F♯'],
  ['D#', 2, 'F'],
  ['Cb', 1, 'C'],
  ['Am', 2, 'Bm'],
  ['Am', -1, 'G♯m'],
  ['Em', -3, 'C♯m'],
  ['Bm', 4, 'D♯m'],
  ['Gm', -4, 'E♭m'],
  ['Dm', 5, 'Gm'],
  ['F#m', 6, 'Cm'],
  ['C#m', 0, 'C♯m'],
  ['D#', 0, 'D♯'],
])('%s transposed by %i semitones is %s', (text, semitones, label) => {
  expect(transposeKey(text, semitones)).toBe(label)
})

test('every transposition of a key sounds that many semitones away, and the way back is the same pitch', () => {
  for (const text of ['C', 'F#', 'Bb', 'Cb', 'E#', 'Am', 'G#m', 'Ebm', 'Dm'])
    for (let semitones = -6; semitones <= 6; semitones++) {
      const label = transposeKey(text, semitones)
      const from = pitchClassOf(parseKey(text)) ?? NaN
      expect(pitchClassOf(parseKey(label))).toBe((from + semitones + 12) % 12)
      expect(parseKey(label).isMinor).toBe(parseKey(text).isMinor)
    }
})

test.each([null, '', 'n/a', 'Drop D'])('%j has no transposed key', (text) => {
  expect(transposeKey(text, 2)).toBeNull()
})
