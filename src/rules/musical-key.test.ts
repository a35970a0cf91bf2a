import { expect, test } from 'vitest'
import { keyLabel, parseKey, pitchClassOf, spokenKey } from './musical-key.ts'

test.each([
  ['C', 'C', 'Key of C major'],
  ['Am', 'Am', 'Key of A minor'],
  ['f#', 'F♯', 'Key of F sharp major'],
  ['Bbm', 'B♭m', 'Key of B flat minor'],
  ['D dor', 'D dor', 'Key of D dor'],
])('the key %j is shown as %j and spoken as %j (FMT-11)', (text, label, spoken) => {
  expect(keyLabel(text)).toBe(label)
  expect(spokenKey(text)).toBe(spoken)
})

test.each(['', '  ', 'n/a', 'N/A', 'null', 'undefined', null, undefined])(
  'the key %j is hidden (FMT-12, TRK-13)',
  (text) => {
    expect(keyLabel(text)).toBeNull()
    expect(spokenKey(text)).toBeNull()
  },
)

test('C sharp and D flat are one pitch', () => {
  expect(pitchClassOf(parseKey('C#'))).toBe(pitchClassOf(parseKey('Db')))
  expect(pitchClassOf(parseKey('Cb'))).toBe(11)
  expect(pitchClassOf(parseKey('what?'))).toBeNull()
})
