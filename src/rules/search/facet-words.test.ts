import { expect, test } from 'vitest'
import { genderFacet, keyFacet, type Facet, type FacetColumn } from './facets.ts'
import { vocalRanges } from '../music/vocal-range.ts'
import { genres, instrumentations, trackFormats } from '../tracks/track-options.ts'
import { searchWords } from './search-words.ts'
import { facetOf, facetPhraseAt, facetWords, unfinishedFacets } from './facet-words.ts'

const facet = (column: FacetColumn, ...values: string[]): Facet => ({ column, values })
const minor = facet('mode', 'minor')
const major = facet('mode', 'major')
const key = (name: string): Facet => keyFacet(name) ?? facet('pitch')
const named = (text: string) => facetPhraseAt(text.split(' '), 0)

test.each([
  ['guitar', facet('instrumentation', 'Acoustic Guitar')],
  ['guitars', facet('instrumentation', 'Acoustic Guitar')],
  ['acoustic', facet('instrumentation', 'Acoustic Guitar')],
  ['acoustic guitar', facet('instrumentation', 'Acoustic Guitar')],
  ['piano', facet('instrumentation', 'Piano')],
  ['full band', facet('instrumentation', 'Full Arrangement Track')],
  ['full arrangement', facet('instrumentation', 'Full Arrangement Track')],
  ['full arrangement track', facet('instrumentation', 'Full Arrangement Track')],
  ['pop', facet('genre', 'Pop')],
  ['rock', facet('genre', 'Rock')],
  ['folk', facet('genre', 'Folk')],
  ['jazz', facet('genre', 'Jazz')],
  ['classical', facet('genre', 'Classical')],
  ['country', facet('genre', 'Country')],
  ['musical', facet('genre', 'Musical Theatre')],
  ['musicals', facet('genre', 'Musical Theatre')],
  ['musical theatre', facet('genre', 'Musical Theatre')],
  ['musical theater', facet('genre', 'Musical Theatre')],
  ['soprano', facet('vocal_range', 'Soprano')],
  ['mezzo', facet('vocal_range', 'Mezzo-Soprano')],
  ['mezzo soprano', facet('vocal_range', 'Mezzo-Soprano')],
  ['alto', facet('vocal_range', 'Alto')],
  ['contralto', facet('vocal_range', 'Contralto')],
  ['countertenor', facet('vocal_range', 'Countertenor')],
  ['counter tenor', facet('vocal_range', 'Countertenor')],
  ['tenor', facet('vocal_range', 'Tenor')],
  ['baritone', facet('vocal_range', 'Baritone')],
  ['bass', facet('vocal_range', 'Bass')],
  ['female', genderFacet('female')],
  ['male', genderFacet('male')],
  ['backing track', facet('format', 'Backing Track')],
  ['backing tracks', facet('format', 'Backing Track')],
  ['karaoke', facet('format', 'Backing Track')],
  ['jam track', facet('format', 'Jam Track')],
  ['instrumental', facet('format', 'Acoustic Instrumental Version')],
  ['instrumental version', facet('format', 'Acoustic Instrumental Version')],
  ['acoustic instrumental', facet('format', 'Acoustic Instrumental Version')],
  ['acoustic instrumental version', facet('format', 'Acoustic Instrumental Version')],
  ['higher', facet('shift', 'higher', 'both')],
  ['lower', facet('shift', 'lower', 'both')],
  ['minor', minor],
])('%j names a facet', (words, expected) => {
  expect(named(words)).toEqual({ parts: words.split(' ').length, facets: [expected] })
})

test('every choice of a genre, an instrument, a range and a format is named by its own words, but Other', () => {
  const choices = [...genres, ...instrumentations, ...vocalRanges, ...trackFormats]
  const unnamed = choices.filter((choice) => {
    const found = named(searchWords(choice).join(' '))
    return !found?.facets.some(({ values }) => values.includes(choice))
  })
  expect(unnamed).toEqual(['Other', 'Other'])
})

test.each([
  'for alto',
  'for an alto',
  'as an alto',
  'as alto',
  'in alto',
  'in an alto',
  'with alto',
  'with an alto',
  'on alto',
  'on the alto',
  'alto voice',
  'alto vocal',
  'alto vocals',
  'alto singer',
  'alto range',
  'alto key',
  'alto version',
  'alto track',
  'for an alto voice',
  'for a alto voice',
])('%j names the same as its word', (words) => {
  expect(named(words)).toEqual({
    parts: words.split(' ').length,
    facets: [facet('vocal_range', 'Alto')],
  })
})

test.each([
  ['eb', ['D#']],
  ['bb', ['A#']],
  ['b', ['B']],
  ['c#', ['C#']],
  ['f sharp', ['F#']],
  ['b flat', ['A#']],
  ['in g', ['G']],
  ['key g', ['G']],
  ['key of g', ['G']],
  ['the key of g', ['G']],
  ['in the key of g', ['G']],
  ['in key of g', ['G']],
  ['in key g', ['G']],
  ['in the key g', ['G']],
  ['g key', ['G']],
  ['in a', ['A']],
  ['key of a', ['A']],
  ['a flat', ['G#']],
  ['ab', ['G#']],
])('%j names the key %j, major and minor alike', (words, keys) => {
  expect(named(words)).toEqual({ parts: words.split(' ').length, facets: keys.map(key) })
})

test.each([
  ['a minor', 'A'],
  ['a min', 'A'],
  ['dm', 'D'],
  ['d m', 'D'],
  ['dmin', 'D'],
  ['dminor', 'D'],
  ['f#m', 'F#'],
  ['f sharp minor', 'F#'],
  ['in the key of f sharp minor key', 'F#'],
  ['in am', 'A'],
  ['bbm', 'A#'],
])('%j names a minor key', (words, name) => {
  expect(named(words)).toEqual({ parts: words.split(' ').length, facets: [key(name), minor] })
})

test.each([
  ['a major', 'A'],
  ['c maj', 'C'],
  ['cmajor', 'C'],
  ['in the key of b flat major', 'A#'],
])('%j names a major key', (words, name) => {
  expect(named(words)).toEqual({ parts: words.split(' ').length, facets: [key(name), major] })
})

test.each([
  'a',
  'am',
  'other',
  'h',
  'amazing',
  'the guitar',
  'for',
  'in',
  'in the',
  'voice',
  'sharp',
  'in the key of',
  'in the key of h',
  'voice alto',
  // What may stand before or after a name does not stand inside it.
  'counter for tenor',
  'counter voice tenor',
  'xpiano',
  'thekey of g',
  'gx',
  'xg',
])('%j begins with no name of a facet', (words) => {
  expect(named(words)).toBeNull()
})

test('the longest phrase is read, from any part on', () => {
  expect(facetPhraseAt(['danny', 'in', 'c', 'sharp', 'minor', 'piano'], 1)).toEqual({
    parts: 4,
    facets: [key('C#'), minor],
  })
  expect(facetPhraseAt(['piano', 'man'], 0)?.parts).toBe(1)
  expect(facetPhraseAt(['piano'], 1)).toBeNull()
})

test('an unfinished word names what it may become', () => {
  expect(unfinishedFacets('pia')).toEqual([facet('instrumentation', 'Piano')])
  expect(unfinishedFacets('cou')).toEqual([
    facet('genre', 'Country'),
    facet('vocal_range', 'Countertenor'),
  ])
  expect(unfinishedFacets('full')).toEqual([])
  expect(unfinishedFacets('pi')).toEqual([])
})

test('single words are listed, each with its facet', () => {
  expect(facetWords).toContain('piano')
  expect(facetWords).not.toContain('full band')
  expect(facetWords.filter((name) => facetOf(name) === null)).toEqual([])
  expect(facetOf('nothing')).toBeNull()
  expect(facetOf('constructor')).toBeNull()
})
