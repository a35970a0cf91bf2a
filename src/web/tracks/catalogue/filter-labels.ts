// How the choices of the advanced filters are named on the page; the filters are named beside their columns.

import { keyLabel } from '#rules/music/musical-key.ts'
import { tempoBands, tempoLabel } from '#rules/music/tempo.ts'
import { filterLabels } from '#rules/search/facets.ts'
import {
  trackFilterNames,
  type TrackFilterName,
  type TrackFilters,
} from '#rules/search/track-search.ts'
import type { VocalGender } from '#rules/music/vocal-range.ts'

export const tempoLabels = Object.fromEntries(tempoBands.map((band) => [band, tempoLabel(band)]))

export const genderLabels: Record<VocalGender, string> = { female: 'Female', male: 'Male' }

/** The filters that are set, each as its chip names it: 'Genre: Folk', 'Key: E♭'. */
export function activeFilters(filters: TrackFilters): { name: TrackFilterName; text: string }[] {
  return trackFilterNames.flatMap((name) => {
    const choice = choiceText(filters, name)
    if (choice === null) return []
    return [{ name, text: choice === '' ? filterLabels[name] : `${filterLabels[name]}: ${choice}` }]
  })
}

/** Null where the filter is not set, empty where its label says everything. */
function choiceText(filters: TrackFilters, name: TrackFilterName): string | null {
  if (name === 'isHigher' || name === 'isLower') return filters[name] ? '' : null
  if (name === 'keySig') return keyLabel(filters.keySig)
  if (name === 'vocalGender') return filters.vocalGender ? genderLabels[filters.vocalGender] : null
  if (name === 'tempo') return filters.tempo ? tempoLabel(filters.tempo) : null
  return filters[name] ?? null
}
