import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beginsWithTypos, forgivenTypos, typosBetween } from './typos.ts'

test.each([
  ['of', 0],
  ['sun', 1],
  ['grâcé', 1],
  ['rising', 1],
  ['skylark', 2],
  // Four letters, though eight units of UTF-16.
  ['𝓈𝓊𝓃𝓈', 1],
])('%s may have %i typos', (word, typos) => {
  expect(forgivenTypos(word)).toBe(typos)
})

test.each([
  ['skylark', 'skylark', 0],
  // Swapped, missing, added and changed, in the middle and at either end.
  ['skylark', 'skylrak', 1],
  ['skylark', 'ksylark', 1],
  ['skylark', 'skylakr', 1],
  ['skylark', 'skylar', 1],
  ['skylark', 'kylark', 1],
  ['skylark', 'skyylark', 1],
  ['skylark', 'skylarks', 1],
  ['skylark', 'askylark', 1],
  ['skylark', 'skxlark', 1],
  ['skylark', 'tkylark', 1],
  ['a', '', 1],
  ['ab', 'ba', 1],
  ['ab', 'cd', 2],
  ['skylark', 'sylrak', 2],
  ['skylark', 'sxylarp', 2],
  ['skylark', 'ksylrak', 2],
  ['scarborough', 'scarbro', 4],
  ['', 'abc', 3],
  // A swap needs both letters, next to each other; no letter is changed twice.
  ['abc', 'cab', 2],
  ['abcd', 'bxcd', 2],
  ['ca', 'abc', 3],
  ['abxcd', 'baycd', 2],
  ['𝓈𝓊𝓃', '𝓈𝓃', 1],
])('%j and %j are %i typos apart', (one, other, typos) => {
  expect(typosBetween(one, other, 5)).toBe(typos)
  expect(typosBetween(other, one, 5)).toBe(typos)
  expect(typosBetween(one, other, typos)).toBe(typos)
  expect(typosBetween(one, other, typos - 1)).toBeNull()
})

test('as many random typos as are forgiven are found again', () => {
  const letter = fc.constantFrom('a', 'b', 'c', 'd')
  const words = fc.array(letter, { maxLength: 9 }).map((letters) => letters.join(''))
  fc.assert(
    fc.property(words, words, fc.nat(3), (one, other, max) => {
      const typos = typosBetween(one, other, 99) ?? -1
      expect(typos).toBeGreaterThanOrEqual(Math.abs(one.length - other.length))
      expect(typosBetween(one, other, max)).toBe(typos <= max ? typos : null)
      // A letter more at the end of both does not make them more different.
      expect(typosBetween(`${one}x`, `${other}x`, 99)).toBe(typos)
    }),
  )
})

test.each([
  ['hallelujah', 'halle', 0, true],
  ['hallelujah', 'halelu', 0, false],
  ['hallelujah', 'halelu', 1, true],
  ['hallelujah', 'halllelu', 1, true],
  ['hallelujah', 'hlaele', 1, false],
  ['hallelujah', 'hlale', 1, true],
  ['hallelujah', 'hlale', 0, false],
  ['hallelujah', 'hlalel', 1, true],
  ['hallelujah', 'hallelujahs', 1, true],
  ['hallelujah', 'hallelujahss', 1, false],
  ['ab', 'x', 1, true],
  ['ab', 'xyz', 2, false],
  ['𝓈𝓊𝓃', '𝓈𝓃', 1, true],
])('%j begins as %j with up to %i typos: %j', (word, typed, max, begins) => {
  expect(beginsWithTypos(word, typed, max)).toBe(begins)
})
