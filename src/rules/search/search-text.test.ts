import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyFacet } from './facets.ts'
import { maxSearchedWords, readSearchText } from './search-text.ts'

const words = (text: string) => readSearchText(text).map((group) => group.words)

test('words are read one by one; those that name a facet together', () => {
  expect(words('Amazing Grace for alto')).toEqual([['amazing'], ['grace'], ['for', 'alto']])
  expect(words("Don't stop ME")).toEqual([['dont'], ['stop'], ['me']])
})

test('a facet stands beside its words', () => {
  expect(readSearchText('Folk in E♭')).toEqual([
    {
      words: ['folk'],
      facets: [{ column: 'genre', values: ['Folk'] }],
      unfinished: [],
      isLast: false,
    },
    { words: ['in', 'e'], facets: [keyFacet('Eb')], unfinished: [], isLast: true },
  ])
  expect(readSearchText('pia')).toEqual([
    {
      words: ['pia'],
      facets: [],
      unfinished: [{ column: 'instrumentation', values: ['Piano'] }],
      isLast: true,
    },
  ])
  expect(readSearchText('pia man')[0]?.unfinished).toEqual([])
})

test.each([
  ['C#m blues', [['c', 'm'], ['blues']]],
  ['c♯ minor', [['c', 'minor']]],
  ['F♭', [['f']]],
  ['xc#m', [['xc'], ['m']]],
  ['c#minor', [['c', 'minor']]],
  // Elsewhere the signs only separate words.
  ['no#7 x♭y h# #c', [['no'], ['7'], ['x'], ['y'], ['h'], ['c']]],
])('%j is read as %j', (text, expected) => {
  expect(words(text)).toEqual(expected)
})

test('a sign tells the key, as a word for it does', () => {
  const facets = (text: string) => readSearchText(text).map((group) => group.facets)
  for (const text of ['F#', 'F♯', 'f sharp', 'Gb', 'G♭', 'g flat']) {
    expect([text, facets(text)]).toEqual([text, [[keyFacet('F#')]]])
  }
})

test.each(['', '   ', '%', '_', '*', ':&|!()', "'", '\0', '🎸', '\u202E', '#', '♭', '\\'])(
  '%j has no words',
  (text) => {
    expect(readSearchText(text)).toEqual([])
  },
)

test('letters of any script are words; signs, invisible characters and NUL are not', () => {
  expect(words("'); drop table tracks; --")).toEqual([['drop'], ['table'], ['tracks']])
  expect(words('שלום עולם')).toEqual([['שלום'], ['עולם']])
  expect(words('a\u200Dmazing gr\u00ADace\u202E x\0y')).toEqual([
    ['amazing'],
    ['grace'],
    ['x'],
    ['y'],
  ])
})

test('a long text is searched by its first words, a long word by its first letters', () => {
  expect(words('x '.repeat(50))).toHaveLength(maxSearchedWords)
  expect(words('x '.repeat(11) + 'd#m')).toHaveLength(11)
  expect(words('w'.repeat(300))).toEqual([['w'.repeat(60)]])
  expect(words('𝓈'.repeat(100))).toEqual([['s'.repeat(60)]])
  expect(
    readSearchText('x '.repeat(50))
      .map((group) => group.isLast)
      .lastIndexOf(true),
  ).toBe(11)
})

test('any text is read as a bounded number of plain words', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(0xffff), { maxLength: 300 }), (units) => {
      const text = String.fromCharCode(...units)
      const read = words(text).flat()
      expect(read.length).toBeLessThanOrEqual(maxSearchedWords)
      expect(read.filter((word) => !/^[\p{L}\p{N}]+$/u.test(word))).toEqual([])
    }),
  )
})
