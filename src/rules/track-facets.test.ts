import { expect, test } from 'vitest'
import { tempoBandOf } from './music/tempo.ts'
import { parseKey, pitchClassOf } from './musical-key.ts'
import {
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
} from './track-facets.ts'
import { genres, instrumentations, trackFormats } from './track-options.ts'
import { trackFilterNames, type TrackFilterName } from './track-search.ts'
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

const found = (mask: { mask: number; value: number }) =>
  tracks.filter((track) => (packFacets(facetsOf(track)) & mask.mask) === mask.value)

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

test('the lexemes of a track find it, and say what a mask asks for', () => {
  for (const track of tracks) {
    const facets = facetsOf(track)
    for (const lexeme of facetLexemes(facets)) {
      const mask = lexemeMask(lexeme)
      expect(mask && found(mask)).toContain(track)
      expect(mask && maskLexemes(mask)).toEqual([lexeme])
    }
    expect(maskLexemes(maskOf(facets))).toEqual(facetLexemes(facets))
  }
  expect([lexemeMask('g3'), lexemeMask('#z1'), lexemeMask('#g')]).toEqual([null, null, null])
})
