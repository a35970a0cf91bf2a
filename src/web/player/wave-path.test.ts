import { expect, test } from 'vitest'
import { clock, spokenTime } from './clock.ts'
import { wavePath } from './wave-path.ts'

test('each character of a waveform becomes a stroke around the middle, silence a short one', () => {
  expect(wavePath('0za')).toBe('M-2 36m4-1v2m4-36v70m4-45v20')
})

test('a clock shows minutes and two digits of seconds', () => {
  expect([0, 9.9, 71, 600].map(clock)).toEqual(['0:00', '0:09', '1:11', '10:00'])
})

test('the spoken time has minutes and seconds as words', () => {
  expect([1, 30, 71].map(spokenTime)).toEqual(['1 second', '30 seconds', '1 minute 11 seconds'])
})
