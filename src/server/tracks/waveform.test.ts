import { expect, test } from 'vitest'
import { waveformOf } from './waveform.ts'

test('the loudest bar has full height, silence is zero, and each bar shows its own peak', () => {
  expect(waveformOf(Uint8Array.of(0, 0, 10, 40, 20, 5, 80, 0), 4)).toBe('0i9z')
  expect(waveformOf(new Uint8Array(8), 4)).toBe('0000')
  expect(waveformOf(Uint8Array.of(255), 3)).toBe('zzz')
})
