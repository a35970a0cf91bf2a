import { expect, test } from 'vitest'
import { gainToTargetDb } from './loudness.ts'

test.each([
  [-20, 6],
  [-14, 0],
  [-40, 9],
  [10, -12],
])('a recording of %i LUFS gets %i dB', (loudness, gain) => {
  expect(gainToTargetDb(loudness)).toBe(gain)
})
