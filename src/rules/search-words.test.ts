import { expect, test } from 'vitest'
import { isOneTypoAway, searchWords } from './search-words.ts'

test('accents, case, apostrophes and punctuation fall away', () => {
  expect(searchWords("  Don't STOP — Chloé’s “Née” ")).toEqual(['dont', 'stop', 'chloes', 'nee'])
  expect(searchWords(' ?! ')).toEqual([])
})

test.each([
  ['skylark', 'skylrak', true],
  ['skylark', 'skylar', true],
  ['skylark', 'skyylark', true],
  ['skylark', 'skxlark', true],
  ['skylark', 'skylark', true],
  ['skylark', 'sylrak', false],
  ['skylark', 'skylarking', false],
])('%s and %s one typo apart: %j', (one, other, near) => {
  expect(isOneTypoAway(one, other)).toBe(near)
  expect(isOneTypoAway(other, one)).toBe(near)
})
