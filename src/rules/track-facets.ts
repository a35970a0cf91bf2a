// What of a track a filter can ask for, packed into one integer: the one table of which bits mean what.
//
// A filter is a mask and a value (`facets & mask = value`), a facet that a search can name is a lexeme ('#g3'), and
// a total is a sum over the counts of packed integers.

import { tempoBandOf, tempoBands } from './music/tempo.ts'
import { parseKey, pitchClassOf } from './musical-key.ts'
import {
  genres,
  instrumentations,
  trackFormats,
  type Genre,
  type Instrumentation,
  type TrackFormat,
} from './track-options.ts'
import { trackSearchFields, type TrackFilterName, type TrackFilters } from './track-search.ts'
import { vocalGenderOf, vocalGenders, vocalRanges, type VocalRange } from './vocal-range.ts'

type Field = {
  shift: number
  bits: number
  /** Begins the lexemes of this field. */
  letter: string
  /** In the order of their codes, from 1 on; 0 is a track that has none. Codes are stored: append, never reorder. */
  values: readonly string[]
}

const pitchClasses = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'] as const
const yes = ['true'] as const

export const facetFields = {
  genre: { shift: 0, bits: 4, letter: 'g', values: genres },
  vocalRange: { shift: 4, bits: 4, letter: 'v', values: vocalRanges },
  vocalGender: { shift: 8, bits: 2, letter: 's', values: vocalGenders },
  format: { shift: 10, bits: 3, letter: 't', values: trackFormats },
  instrumentation: { shift: 13, bits: 3, letter: 'i', values: instrumentations },
  pitchClass: { shift: 16, bits: 4, letter: 'k', values: pitchClasses },
  minor: { shift: 20, bits: 1, letter: 'm', values: yes },
  higher: { shift: 21, bits: 1, letter: 'h', values: yes },
  lower: { shift: 22, bits: 1, letter: 'l', values: yes },
  /** Both filters together show tracks with either flag (D-065), which a mask of the two flags could not say. */
  higherOrLower: { shift: 23, bits: 1, letter: 'x', values: yes },
  qualityValidated: { shift: 24, bits: 1, letter: 'q', values: yes },
  tempo: { shift: 25, bits: 3, letter: 'b', values: tempoBands },
  /** Not the opposite of `minor`: a track without a key is neither. */
  major: { shift: 28, bits: 1, letter: 'j', values: yes },
} as const satisfies Record<string, Field>
export type FacetName = keyof typeof facetFields

/** A choice of one field: its code, 0 for tracks that have none. */
export type Facet = { name: FacetName; code: number }

/** Matches the packed facets that have `value` in the bits of `mask`, which are those of whole fields. */
export type FacetMask = { mask: number; value: number }

export const everyTrack: FacetMask = { mask: 0, value: 0 }

export type FacetedTrack = {
  genre: Genre | null
  vocalRange: VocalRange | null
  format: TrackFormat
  instrumentation: Instrumentation
  keySignature: string | null
  isHigher: boolean
  isLower: boolean
  qualityValidated: boolean
  tempoBpm: number | null
}

export function facetsOf(track: FacetedTrack): Facet[] {
  const key = parseKey(track.keySignature)
  const flag = (name: FacetName, isSet: boolean): Facet => ({ name, code: isSet ? 1 : 0 })
  return [
    facet('genre', track.genre),
    facet('vocalRange', track.vocalRange),
    facet('vocalGender', vocalGenderOf(track.vocalRange)),
    facet('format', track.format),
    facet('instrumentation', track.instrumentation),
    { name: 'pitchClass', code: (pitchClassOf(key) ?? -1) + 1 },
    flag('minor', key.isMinor),
    flag('higher', track.isHigher),
    flag('lower', track.isLower),
    flag('higherOrLower', track.isHigher || track.isLower),
    flag('qualityValidated', track.qualityValidated),
    facet('tempo', tempoBandOf(track.tempoBpm)),
    flag('major', key.isMajor),
  ]
}

/** A value that the field does not have is a code of 0: no filter finds it. */
export function facet(name: FacetName, value: string | null): Facet {
  const values: readonly (string | null)[] = facetFields[name].values
  return { name, code: values.indexOf(value) + 1 }
}

/** 'C#' and 'Db' are one facet. Null for a text that is not a key. */
export function keyFacet(key: string | null): Facet | null {
  const pitchClass = pitchClassOf(parseKey(key))
  return pitchClass === null ? null : { name: 'pitchClass', code: pitchClass + 1 }
}

export function packFacets(facets: readonly Facet[]): number {
  return facets.reduce((packed, { name, code }) => packed | (code << facetFields[name].shift), 0)
}

export function facetLexeme({ name, code }: Facet): string {
  return `#${facetFields[name].letter}${code}`
}

/** The lexemes of a track: none for what it does not have. */
export function facetLexemes(facets: readonly Facet[]): string[] {
  return facets.filter(({ code }) => code > 0).map(facetLexeme)
}

export function maskOf(facets: readonly Facet[]): FacetMask {
  return {
    mask: facets.reduce((mask, { name }) => {
      const { shift, bits } = facetFields[name]
      return mask | (((1 << bits) - 1) << shift)
    }, 0),
    value: packFacets(facets),
  }
}

const fieldNames = Object.keys(facetFields) as FacetName[]

/** The lexemes that all tracks of a mask have. */
export function maskLexemes({ value }: FacetMask): string[] {
  const asked = fieldNames.map((name) => {
    const { shift, bits } = facetFields[name]
    return { name, code: (value >> shift) & ((1 << bits) - 1) }
  })
  return facetLexemes(asked)
}

/** The tracks that have a lexeme; null for a word. */
export function lexemeMask(lexeme: string): FacetMask | null {
  const [, letter, code] = /^#([a-z])(\d+)$/.exec(lexeme) ?? []
  const name = fieldNames.find((one) => facetFields[one].letter === letter)
  return name === undefined ? null : maskOf([{ name, code: Number(code) }])
}

/** What the filters of a search ask for. */
export function filteredFacets(filters: TrackFilters & { qualityValidated?: boolean }): Facet[] {
  const { keySig, isHigher, isLower, qualityValidated } = filters
  const wanted = [
    keyFacet(keySig ?? null),
    chosen('vocalRange', filters['vocal-range']),
    chosen('vocalGender', filters.vocalGender),
    chosen('format', filters.type),
    chosen('instrumentation', filters.backingTrackType),
    chosen('genre', filters.genre),
    chosen('tempo', filters.tempo),
    isHigher && !isLower ? chosen('higher', 'true') : null,
    isLower && !isHigher ? chosen('lower', 'true') : null,
    isHigher && isLower ? chosen('higherOrLower', 'true') : null,
    qualityValidated === undefined
      ? null
      : { name: 'qualityValidated' as const, code: qualityValidated ? 1 : 0 },
  ]
  return wanted.filter((one) => one !== null)
}

function chosen(name: FacetName, value: string | undefined): Facet | null {
  return value === undefined ? null : facet(name, value)
}

const keyLetters = ['A', 'B', 'C', 'D', 'E', 'F', 'G']

/** One choice of one filter. */
export function readFilter(name: TrackFilterName, value: string): TrackFilters {
  return { [name]: trackSearchFields[name](value) }
}

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
