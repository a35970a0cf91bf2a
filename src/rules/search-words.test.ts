import { expect, test } from 'vitest'
import { isOneTypoAway, searchWords } from './search-words.ts'

test('accents, case, apostrophes and punctuation are ignored', () => {
  expect(searchWords("  Don't STOP — Chloé’s “Née” ")).toEqual(['dont', 'stop', 'chloes', 'nee'])
  expect(searchWords(' ?! ')).toEqual([])
})

test.each([
  ["rock'n'roll", ['rocknroll']],
  ['it’s ‘her’ `his` mine´s', ['its', 'her', 'his', 'mines']],
  ['Ångström ÅNGSTRÖM', ['angstrom', 'angstrom']],
  // Ligatures, symbols and digits.
  ['ﬁre №7', ['fire', 'no7']],
  ['99 Luftballons -- (live)', ['99', 'luftballons', 'live']],
  ['Ёлка 音楽', ['елка', '音楽']],
])('%j is searched as %j', (text, words) => {
  expect(searchWords(text)).toEqual(words)
})

test.each([
  ['skylark', 'skylrak', true],
  ['skylark', 'skylar', true],
  ['skylark', 'skyylark', true],
  ['skylark', 'skxlark', true],
  ['skylark', 'skylark', true],
  ['skylark', 'sylrak', false],
  ['skylark', 'skylarking', false],
  // At either end.
  ['skylark', 'kylark', true],
  ['skylark', 'tkylark', true],
  ['skylark', 'skylarp', true],
  ['skylark', 'ksylark', true],
  ['skylark', 'skylakr', true],
  ['a', '', true],
  ['ab', '', false],
  ['ab', 'ba', true],
  ['ab', 'cd', false],
  // A typo and another difference.
  ['skylark', 'sxylarp', false],
  ['skylark', 'ksylarp', false],
  ['skylark', 'skxlar', false],
  ['skylark', 'slykark', false],
  ['skylark', 'klyarsk', false],
  ['abc', 'cab', false],
  ['abxy', 'baxz', false],
  // A swap requires that both letters match.
  ['abc', 'bbc', true],
  ['abcd', 'bxcd', false],
  ['abcd', 'xacd', false],
])('%s and %s are one typo apart: %j', (one, other, near) => {
  expect(isOneTypoAway(one, other)).toBe(near)
  expect(isOneTypoAway(other, one)).toBe(near)
})
