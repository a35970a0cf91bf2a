import { expect, test } from 'vitest'
import { clock, spokenTime } from './clock.ts'

test('a clock shows minutes and two digits of seconds', () => {
  expect([0, 9.9, 71, 600].map(clock)).toEqual(['0:00', '0:09', '1:11', '10:00'])
})

test('the spoken time has minutes and seconds as words', () => {
  expect([1, 30, 71].map(spokenTime)).toEqual(['1 second', '30 seconds', '1 minute 11 seconds'])
})
