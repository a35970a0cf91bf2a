import { expect, test } from 'vitest'
import { tempoBandOf } from './music/tempo.ts'
import { parseKey, pitchClassOf } from './musical-key.ts'
import {
  everyTrack,
  facetFields,
  facetLexemes,
  facetsOf,
  filterChoices,
  filteredFacets,
  lexemeMask,
  maskLexemes,
  maskOf,
  packFacets,
  readFilter,
  type FacetedTrack,
  type FacetMask,
} from './track-facets.ts'
import { genres, instrumentations, trackFormats } from './track-options.ts'
import { trackFilterNames, type TrackFilterName, type TrackFilters } from './track-search.ts'
import { vocalGenderOf, vocalRanges } from './vocal-range.ts'

const keys = ['C', 'C#', 'Db', 'Dm', 'Eb', 'E', 'Fb', 'F#m', 'Gb', 'A', 'B', 'B#', 'Drop D', null]

/** Each value of each field occurs, beside changing values of the others. */
const tracks: FacetedTrack[] = Array.from({ length: 200 }, (_, at) => ({
  genre: [...genres, null][at % 9] ?? null,
  vocalRange: [...vocalRanges, null][(at * 5) % 9] ?? null,
  format: trackFormats[at % 3] ?? 'Jam Track',
  instrumentation: instrumentations[at % 4] ?? 'Other',
  keySignature: keys[at % keys.length] ?? null,
  isHigher: at % 5 === 0,
  isLower: at % 7 === 0,
  qualityValidated: at % 11 !== 0,
  tempoBpm: [null, 60, 75.6, 95.4, 100, 116, 139.5, 180][at % 8] ?? null,
}))

/** What each filter asks for, in plain words. */
const asks: Record<TrackFilterName, (track: FacetedTrack, value: string) => boolean> = {
  keySig: (track, value) => pitch(track.keySignature) === pitch(value),
  'vocal-range': (track, value) => track.vocalRange === value,
  vocalGender: (track, value) => vocalGenderOf(track.vocalRange) === value,
  type: (track, value) => track.format === value,
  backingTrackType: (track, value) => track.instrumentation === value,
  genre: (track, value) => track.genre === value,
  tempo: (track, value) => tempoBandOf(track.tempoBpm) === value,
  isHigher: (track) => track.isHigher,
  isLower: (track) => track.isLower,
}
const pitch = (key: string | null) => pitchClassOf(parseKey(key)) ?? key

const packed = tracks.map((track) => ({ track, facets: packFacets(facetsOf(track)) }))

const found = ({ mask, value }: FacetMask) =>
  packed.filter(({ facets }) => (facets & mask) === value).map(({ track }) => track)

test.each(trackFilterNames)(
  'each choice of the filter %s finds the tracks that have it',
  (name) => {
    for (const value of filterChoices[name]) {
      const wanted = tracks.filter((track) => asks[name](track, value))
      expect(wanted.length).toBeGreaterThan(name === 'keySig' && !keys.includes(value) ? -1 : 0)
      expect(found(maskOf(filteredFacets(readFilter(name, value))))).toEqual(wanted)
    }
  },
)

test('filters combine: a track has to have all of them', () => {
  const filters = { genre: 'Pop', type: 'Backing Track', isLower: true } as const
  expect(found(maskOf(filteredFacets(filters)))).toEqual(
    tracks.filter(
      (track) => track.genre === 'Pop' && track.format === 'Backing Track' && track.isLower,
    ),
  )
})

test('higher and lower together find tracks with either', () => {
  const either = tracks.filter((track) => track.isHigher || track.isLower)
  expect(found(maskOf(filteredFacets({ isHigher: true, isLower: true })))).toEqual(either)
})

test('the quality mark is a filter with two values', () => {
  for (const qualityValidated of [true, false]) {
    expect(found(maskOf(filteredFacets({ qualityValidated })))).toEqual(
      tracks.filter((track) => track.qualityValidated === qualityValidated),
    )
  }
})

test('no bit belongs to two fields, and each code has its place', () => {
  let taken = 0
  for (const { shift, bits, values } of Object.values(facetFields)) {
    const own = ((1 << bits) - 1) << shift
    expect(own & taken).toBe(0)
    expect(values.length).toBeLessThan(1 << bits)
    taken |= own
  }
  expect(taken).toBeGreaterThan(0)
})

test('no filter finds every track', () => {
  expect(found(everyTrack)).toEqual(tracks)
  expect(maskOf(filteredFacets({}))).toEqual(everyTrack)
})

test('the choices of the key are seven letters, each natural, flat and sharp', () => {
  const offered = filterChoices.keySig
  expect(offered).toEqual(expect.arrayContaining(['C', 'Cb', 'C#', 'F#', 'Gb', 'B']))
  expect(offered).toHaveLength(7 * 3)
  expect(new Set(offered.map(pitch)).size).toBe(12)
})

test('a lexeme finds the tracks that have it, and says what its mask asks for', () => {
  const lexemesOf = new Map(tracks.map((track) => [track, facetLexemes(facetsOf(track))]))
  const lexemes = new Set([...lexemesOf.values()].flat())
  expect(lexemes.size).toBeGreaterThan(40)
  for (const lexeme of lexemes) {
    const mask = lexemeMask(lexeme) ?? everyTrack
    expect(found(mask)).toEqual(tracks.filter((track) => lexemesOf.get(track)?.includes(lexeme)))
    expect(maskLexemes(mask)).toEqual([lexeme])
  }
})

test('the lexemes of a track name what it has, and nothing for what it lacks', () => {
  const track: FacetedTrack = {
    genre: 'Folk',
    vocalRange: null,
    format: 'Backing Track',
    instrumentation: 'Piano',
    keySignature: 'C#m',
    isHigher: true,
    isLower: false,
    qualityValidated: false,
    tempoBpm: null,
  }
  const lexemes = ['#g3', '#t1', '#i2', '#k2', '#m1', '#h1', '#x1']
  expect(facetLexemes(facetsOf(track))).toEqual(lexemes)
  expect(maskLexemes(maskOf(facetsOf(track)))).toEqual(lexemes)
})

test('of higher and lower, one alone asks for that one only, both for either', () => {
  const asked = (filters: TrackFilters) => maskLexemes(maskOf(filteredFacets(filters)))
  expect(asked({ isHigher: true })).toEqual(['#h1'])
  expect(asked({ isLower: true })).toEqual(['#l1'])
  expect(asked({ isHigher: true, isLower: true })).toEqual(['#x1'])
})

test.each(['g3', '#z1', '#g', 'x#g3', '#g3x', '#g3 ', ''])('%j is not a lexeme', (word) => {
  expect(lexemeMask(word)).toBeNull()
})
