import { expect, test } from 'vitest'
import { wavePath } from './wave-path.ts'

test('each character of a waveform becomes a stroke around the middle, silence a short one', () => {
  expect(wavePath('0za')).toBe('M-2 36m4-1v2m4-36v70m4-45v20')
})
