import { expect, test } from 'vitest'
import { otherNumbers } from './word-number.ts'

test.each([
  ['rose', 'roses'],
  ['church', 'churches'],
  ['wish', 'wishes'],
  ['kiss', 'kisses'],
  ['waltz', 'waltzes'],
  ['fox', 'foxes'],
  ['hero', 'heroes'],
  ['lady', 'ladies'],
  ['boy', 'boys'],
  ['sea', 'seas'],
  ['sky', 'skies'],
])('%s and %s find each other', (singular, plural) => {
  expect(otherNumbers(singular)).toContain(plural)
  expect(otherNumbers(plural)).toContain(singular)
})

test('a possessive is found by its owner', () => {
  expect(otherNumbers('mary')).toEqual(['marys', 'maries'])
  expect(otherNumbers('marys')).toContain('mary')
})

test.each(['blues', 'james', 'christmas', 'kiss', 'jesus', 'paris', 'his', 'as', 'gas', 'bus'])(
  '%s is no plural',
  (word) => {
    expect(otherNumbers(word).filter((other) => other.length < word.length)).toEqual([])
  },
)

test.each([
  ['boy', ['boys']],
  ['boys', ['boyss', 'boyses', 'boy']],
  ['fox', ['foxs', 'foxes']],
  ['ties', ['tiess', 'tieses', 'tie', 'ty']],
  ['keys', ['keyss', 'keyses', 'key']],
  ['style', ['styles']],
  ['chestnuts', ['chestnutss', 'chestnutses', 'chestnut']],
  ['friesians', ['friesianss', 'friesianses', 'friesian']],
  ['abc1', []],
  ['we', []],
  ['u2s', []],
  ['élan', []],
  ['b♭s', []],
])('the other numbers of %s are %j', (word, others) => {
  expect(otherNumbers(word)).toEqual(others)
})
