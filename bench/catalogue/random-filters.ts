// Filters as visitors might choose them, under the names of the catalogue's URL.

import { chooseFrom, type Random } from '../../demo/music/random.ts'
import { tempoBands } from '../../src/rules/music/tempo.ts'
import {
  genres,
  instrumentations,
  trackFormats,
  trackSorts,
} from '../../src/rules/track-options.ts'
import { trackFilterNames, type TrackFilterName } from '../../src/rules/track-search.ts'
import { vocalGenders, vocalRanges } from '../../src/rules/vocal-range.ts'

type Values = readonly [string, ...string[]]

const keys = 'A B C D E F Ab Bb Cb Db Eb Gb A# C# D# F# G#'.split(' ')

const values: Record<TrackFilterName, Values> = {
  keySig: ['G', ...keys],
  'vocal-range': vocalRanges,
  vocalGender: vocalGenders,
  type: trackFormats,
  backingTrackType: instrumentations,
  genre: genres,
  tempo: tempoBands,
  isHigher: ['true'],
  isLower: ['true'],
}

export function randomFilter(name: TrackFilterName, random: Random): string[] {
  return [name, chooseFrom(values[name], random)]
}

/** At most `most` different filters, at least one. */
export function randomFilters(most: number, random: Random): string[][] {
  const names = trackFilterNames
    .map((name) => ({ name, order: random() }))
    .toSorted((one, other) => one.order - other.order)
    .slice(0, 1 + Math.floor(random() * most))
  return names.map(({ name }) => randomFilter(name, random))
}

export function randomSort(random: Random): string[] {
  return ['orderBy', chooseFrom(trackSorts, random)]
}
