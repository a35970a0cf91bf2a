import { expect, test } from 'vitest'
import { parseKey, pitchClassOf } from '../music/musical-key.ts'
import { trackFilterNames } from './track-search.ts'
import { vocalGenderOf, vocalRanges } from '../music/vocal-range.ts'
import {
  choiceLabel,
  facetsOf,
  filterChoices,
  filterColumns,
  filteredFacets,
  readFilter,
} from './facets.ts'

test.each(trackFilterNames)(
  'each choice of the filter %s asks for values of its column',
  (name) => {
    for (const value of filterChoices[name]) {
      const facets = filteredFacets(readFilter(name, value))
      expect(facets).toEqual([
        { column: filterColumns[name], values: expect.arrayContaining([expect.any(String)]) },
      ])
    }
  },
)

test('each filter asks for one column, and no filter for none', () => {
  const filters = { genre: 'Pop', type: 'Backing Track', isLower: true } as const
  expect(filteredFacets(filters)).toEqual([
    { column: 'genre', values: ['Pop'] },
    { column: 'format', values: ['Backing Track'] },
    { column: 'shift', values: ['lower', 'both'] },
  ])
  expect(filteredFacets({})).toEqual([])
})

test('of higher and lower, one alone asks for that one, both for either', () => {
  const values = (filters: object) => filteredFacets(filters).map((facet) => facet.values)
  expect(values({ isHigher: true })).toEqual([['higher', 'both']])
  expect(values({ isLower: true })).toEqual([['lower', 'both']])
  expect(values({ isHigher: true, isLower: true })).toEqual([['higher', 'lower', 'both']])
})

test('a range and a gender are one facet, without values where they contradict each other', () => {
  const female = vocalRanges.filter((range) => vocalGenderOf(range) === 'female')
  const voice = (filters: object) => filteredFacets(filters)
  expect(voice({ vocalGender: 'female' })).toEqual([{ column: 'vocal_range', values: female }])
  expect(voice({ vocalGender: 'female', 'vocal-range': 'Alto' })).toEqual([
    { column: 'vocal_range', values: ['Alto'] },
  ])
  expect(voice({ vocalGender: 'male', 'vocal-range': 'Alto' })).toEqual([
    { column: 'vocal_range', values: [] },
  ])
})

test('the quality mark is a filter with two values', () => {
  for (const qualityValidated of [true, false])
    expect(filteredFacets({ qualityValidated })).toEqual([
      { column: 'quality_validated', values: [qualityValidated] },
    ])
})

test.each([
  ['keySig', 'Eb', 'E♭'],
  ['vocalGender', 'female', 'Female'],
  ['genre', 'Folk', 'Folk'],
  ['keySig', 'H', 'H'],
] as const)('the choice of %s that the URL calls %s is named %s', (name, value, label) => {
  expect(choiceLabel(name, value)).toBe(label)
})

test('the choices of the key are seven letters, each natural, flat and sharp, for twelve pitches', () => {
  const offered = filterChoices.keySig
  expect(offered).toEqual(expect.arrayContaining(['C', 'Cb', 'C#', 'F#', 'Gb', 'B']))
  expect(offered).toHaveLength(7 * 3)
  const asked = offered.map((keySig) => [
    pitchClassOf(parseKey(keySig)),
    filteredFacets({ keySig })[0]?.values[0],
  ])
  expect(new Set(asked.map(([, pitch]) => pitch)).size).toBe(12)
  expect(new Set(asked.map((pair) => pair.join(' '))).size).toBe(12)
})

test.each([
  ['C#m', 120, { pitch: 'C#', mode: 'minor', tempo_band: 'upbeat' }],
  ['Db', 60, { pitch: 'C#', mode: 'major', tempo_band: 'slow' }],
  ['B#', 139.5, { pitch: 'C', mode: 'major', tempo_band: 'fast' }],
  ['Drop D', null, { pitch: null, mode: null, tempo_band: null }],
  [null, 75.6, { pitch: null, mode: null, tempo_band: 'relaxed' }],
])(
  'a track in %s at %s beats has the columns that filters ask for',
  (keySignature, tempoBpm, columns) => {
    expect(facetsOf({ keySignature, tempoBpm })).toEqual(columns)
  },
)
