import { expect, test } from 'vitest'
import { keyLabel, parseKey, pitchClassOf, spokenKey } from './musical-key.ts'

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
