import { expect, test } from 'vitest'
import { initialOf } from './portraits.ts'

test.each([
  ['mara', 'M'],
  ['Rosa Lindqvist', 'R'],
  ['øystein', 'Ø'],
  // One letter of two code units.
  ['𐐨lf', '𐐀'],
  ['', ''],
])('on the portrait of %j stands %j', (name, initial) => {
  expect(initialOf(name)).toBe(initial)
})
