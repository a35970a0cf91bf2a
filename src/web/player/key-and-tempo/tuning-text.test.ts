import { expect, test } from 'vitest'
import { boughtKeyText } from './bought-key-text.ts'
import {
  keyText,
  lengthText,
  shortTuningText,
  spokenKeyText,
  tempoText,
  tuningText,
} from './tuning-text.ts'

test.each([
  ['B', -2, 'sounds in A, 2 lower', '2 semitones lower, key of A major'],
  ['Am', 1, 'sounds in B♭m, 1 higher', '1 semitone higher, key of B flat minor'],
  ['F#', 0, 'original key, F♯', 'original key, key of F sharp major'],
  [null, -2, '2 lower', '2 semitones lower'],
  ['Drop D', 3, '3 higher', '3 semitones higher'],
  [null, 0, 'original key', 'original key'],
])('the key %j changed by %i reads %j and is spoken as %j', (key, semitones, text, spoken) => {
  expect(keyText(key, semitones)).toBe(text)
  expect(spokenKeyText(key, semitones)).toBe(spoken)
})

test('a tuning names what differs from the original', () => {
  expect(tuningText('B', { semitones: -2, tempoPercent: 90 })).toBe('sounds in A, 2 lower · 90%')
  expect(tuningText('B', { semitones: 0, tempoPercent: 110 })).toBe('110%')
  expect(tuningText('B', { semitones: 0, tempoPercent: 100 })).toBe('')
  expect(shortTuningText('B', { semitones: -2, tempoPercent: 90 })).toBe('A −2 · 90%')
  expect(shortTuningText(null, { semitones: 3, tempoPercent: 100 })).toBe('+3')
  expect(tempoText(100)).toBe('original tempo')
})

test('beside a changed key a sentence says which key is bought', () => {
  expect(boughtKeyText('F#m')).toBe(
    'The recording you buy is in F♯m. My Tracks plays it in any key.',
  )
  expect(boughtKeyText(null)).toBe(
    'The recording you buy is in its original key. My Tracks plays it in any key.',
  )
})

test('at another tempo a sentence says how long the recording lasts, and which time the clock shows', () => {
  expect(lengthText(30, 80)).toBe(
    'At 80%, 0:30 of the recording last 0:38. The clock shows the recording’s own time.',
  )
  expect(lengthText(30, 100)).toBeNull()
})
