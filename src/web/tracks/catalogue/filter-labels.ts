// How the advanced filters and their choices are named on the page.

import { keyLabel } from '#rules/musical-key.ts'
import { tempoBands, tempoLabel } from '#rules/music/tempo.ts'
import { trackFilterNames, type TrackFilterName, type TrackFilters } from '#rules/track-search.ts'
import type { VocalGender } from '#rules/vocal-range.ts'

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
