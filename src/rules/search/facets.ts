// What a filter, or a word of a search, can ask of a track: that a column of `listed_tracks` has one of some values.

import { tempoBandOf, tempoBands, tempoLabel, type TempoBand } from '../music/tempo.ts'
import { keyLabel, parseKey, pitchClassOf } from '../music/musical-key.ts'
import { genres, instrumentations, trackFormats } from '../tracks/track-options.ts'
import { trackSearchFields, type TrackFilterName, type TrackFilters } from './track-search.ts'
import { vocalGenderOf, vocalGenders, vocalRanges, type VocalGender } from '../music/vocal-range.ts'

export const facetColumns = [
  'genre',
  'vocal_range',
  'format',
  'instrumentation',
  'pitch',
  'mode',
  'tempo_band',
  'shift',
  'quality_validated',
] as const
export type FacetColumn = (typeof facetColumns)[number]

/** A track has it when its column has one of the values. */
export type Facet = { column: FacetColumn; values: readonly (string | boolean)[] }

const pitches = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'] as const

/** 'C#' for C# and for Db; null for a text that is not a key. */
function pitchOf(key: string | null): string | null {
  const pitchClass = pitchClassOf(parseKey(key))
  return pitchClass === null ? null : (pitches[pitchClass] ?? null)
}

/** What of a track no column of its description says as it is asked for. */
export function facetsOf({ keySignature, tempoBpm }: FacetedTrack): OwnFacets {
  const { isMajor, isMinor } = parseKey(keySignature)
  return {
    pitch: pitchOf(keySignature),
    mode: isMajor ? 'major' : isMinor ? 'minor' : null,
    tempo_band: tempoBandOf(tempoBpm),
  }
}

type OwnFacets = {
  pitch: string | null
  mode: 'major' | 'minor' | null
  tempo_band: TempoBand | null
}

export type FacetedTrack = { keySignature: string | null; tempoBpm: number | null }

/** In major and in minor. Null for a text that is not a key. */
export function keyFacet(key: string | null): Facet | null {
  const pitch = pitchOf(key)
  return pitch === null ? null : { column: 'pitch', values: [pitch] }
}

export function genderFacet(gender: VocalGender): Facet {
  return {
    column: 'vocal_range',
    values: vocalRanges.filter((range) => vocalGenderOf(range) === gender),
  }
}

export const higherFacet: Facet = { column: 'shift', values: ['higher', 'both'] }
export const lowerFacet: Facet = { column: 'shift', values: ['lower', 'both'] }
/** Both filters together show tracks with either mark (D-065). */
const shiftedFacet: Facet = { column: 'shift', values: ['higher', 'lower', 'both'] }

/** What the filters ask for: one facet for each column, without values where two filters contradict each other. */
export function filteredFacets(filters: TrackFilters & { qualityValidated?: boolean }): Facet[] {
  const { isHigher, isLower } = filters
  const facets = [
    chosen('genre', filters.genre),
    voiceFacet(filters),
    chosen('format', filters.type),
    chosen('instrumentation', filters.backingTrackType),
    keyFacet(filters.keySig ?? null),
    chosen('tempo_band', filters.tempo),
    isHigher && isLower ? shiftedFacet : isHigher ? higherFacet : isLower ? lowerFacet : null,
    chosen('quality_validated', filters.qualityValidated),
  ]
  return facets.filter((facet) => facet !== null)
}

function chosen(column: FacetColumn, value: string | boolean | undefined): Facet | null {
  return value === undefined ? null : { column, values: [value] }
}

/** A range and a gender are one facet: PostgreSQL would estimate two conditions as if they were independent. */
function voiceFacet({ vocalGender, 'vocal-range': range }: TrackFilters): Facet | null {
  if (vocalGender === undefined) return chosen('vocal_range', range)
  const { column, values } = genderFacet(vocalGender)
  return { column, values: values.filter((one) => range === undefined || one === range) }
}

/** The column that each filter asks for. */
export const filterColumns: Record<TrackFilterName, FacetColumn> = {
  keySig: 'pitch',
  'vocal-range': 'vocal_range',
  vocalGender: 'vocal_range',
  type: 'format',
  backingTrackType: 'instrumentation',
  genre: 'genre',
  tempo: 'tempo_band',
  isHigher: 'shift',
  isLower: 'shift',
}

/** How the page names each filter. */
export const filterLabels: Record<TrackFilterName, string> = {
  keySig: 'Key',
  'vocal-range': 'Vocal range',
  vocalGender: 'Vocal gender',
  type: 'Format',
  backingTrackType: 'Instrumentation',
  genre: 'Genre',
  tempo: 'Tempo',
  isHigher: 'Higher key than original',
  isLower: 'Lower key than original',
}

/** One choice of one filter. */
export function readFilter(name: TrackFilterName, value: string): TrackFilters {
  return { [name]: trackSearchFields[name](value) }
}

const keyLetters = ['A', 'B', 'C', 'D', 'E', 'F', 'G']
const yes = ['true']

/** Every possible value of each filter, as the URL has it. */
export const filterChoices: Record<TrackFilterName, readonly string[]> = {
  keySig: keyLetters.flatMap((letter) => [letter, `${letter}b`, `${letter}#`]),
  'vocal-range': vocalRanges,
  vocalGender: vocalGenders,
  type: trackFormats,
  backingTrackType: instrumentations,
  genre: genres,
  tempo: tempoBands,
  isHigher: yes,
  isLower: yes,
}

/** How the page names the choices that the URL has in another way. */
const choiceLabels: Partial<Record<TrackFilterName, Record<string, string>>> = {
  keySig: Object.fromEntries(filterChoices.keySig.map((key) => [key, keyLabel(key) ?? key])),
  vocalGender: { female: 'Female', male: 'Male' },
  tempo: Object.fromEntries(tempoBands.map((band) => [band, tempoLabel(band)])),
}

export function choiceLabel(name: TrackFilterName, value: string): string {
  return choiceLabels[name]?.[value] ?? value
}
