import { expect, test } from 'vitest'
import {
  clampTuning,
  isOriginal,
  originalTuning,
  readTuning,
  tuningQuery,
  withTuning,
} from './tuning.ts'

test.each([
  ['key=-2&tempo=90', { semitones: -2, tempoPercent: 90 }],
  ['key=3', { semitones: 3, tempoPercent: 100 }],
  ['key=%2B3', { semitones: 3, tempoPercent: 100 }],
  ['tempo=75', { semitones: 0, tempoPercent: 75 }],
  ['key=99&tempo=10', { semitones: 6, tempoPercent: 70 }],
  ['key=-99&tempo=999', { semitones: -6, tempoPercent: 120 }],
  ['key=0&tempo=100', originalTuning],
  ['key=-0', originalTuning],
  ['key=two&tempo=90', { semitones: 0, tempoPercent: 90 }],
])('the address ?%s opens a track tuned to %o', (search, tuning) => {
  expect(readTuning(new URLSearchParams(search))).toEqual(tuning)
})

test.each(['', 'from=my-tracks', 'key=', 'key=1e9', 'key=1.5', 'tempo=NaN', 'key=12345'])(
  'the address ?%s leaves the tuning as it is',
  (search) => {
    expect(readTuning(new URLSearchParams(search))).toBeNull()
  },
)

test('a tuning has whole numbers within six semitones and between 70 and 120 percent', () => {
  expect(clampTuning({ semitones: 2.6, tempoPercent: 99.6 })).toEqual({
    semitones: 3,
    tempoPercent: 100,
  })
  expect(clampTuning({ semitones: 7, tempoPercent: 121 })).toEqual({
    semitones: 6,
    tempoPercent: 120,
  })
  expect(clampTuning({ semitones: -7, tempoPercent: 69 })).toEqual({
    semitones: -6,
    tempoPercent: 70,
  })
})

test('a shared address contains what differs from the original, and can be read again', () => {
  const address = 'https://undersong.test/tracks/1?from=my-tracks&key=5'
  const tuned = withTuning(address, { semitones: -2, tempoPercent: 90 })
  expect(tuned).toBe('https://undersong.test/tracks/1?from=my-tracks&key=-2&tempo=90')
  expect(readTuning(new URL(tuned).searchParams)).toEqual({ semitones: -2, tempoPercent: 90 })
  expect(withTuning(tuned, originalTuning)).toBe('https://undersong.test/tracks/1?from=my-tracks')
  expect(withTuning('https://undersong.test/tracks/1', { semitones: 0, tempoPercent: 110 })).toBe(
    'https://undersong.test/tracks/1?tempo=110',
  )
})

test('the original is the recording’s own key and tempo', () => {
  expect(isOriginal(originalTuning)).toBe(true)
  expect(isOriginal({ semitones: 1, tempoPercent: 100 })).toBe(false)
  expect(isOriginal({ semitones: 0, tempoPercent: 99 })).toBe(false)
})

test('a stored tuning is read as it was', () => {
  for (const semitones of [-6, -2, 0, 6])
    for (const tempoPercent of [70, 100, 120]) {
      const tuning = { semitones, tempoPercent }
      const read = readTuning(new URLSearchParams(tuningQuery(tuning)))
      expect(read ?? originalTuning).toEqual(tuning)
    }
})
