// The number of tracks beside each choice of the filters: how many it would leave, together with the other filters.

import type { FilterHits } from '#contracts/catalogue.ts'
import {
  filterChoices,
  filteredFacets,
  maskOf,
  readFilter,
  type FacetMask,
} from '#rules/track-facets.ts'
import { trackFilterNames, type TrackFilters } from '#rules/track-search.ts'
import type { Db } from '#server/db/client.ts'
import { currentFacetCounts } from './facet-counts.ts'

export async function countHits(db: Db, chosen: TrackFilters): Promise<FilterHits> {
  const counts = await currentFacetCounts(db)
  const hitsOf = ({ mask, value }: FacetMask) =>
    counts.reduce((hits, { facets, tracks }) => hits + ((facets & mask) === value ? tracks : 0), 0)
  const choices = trackFilterNames.map((name) => ({
    name,
    choices: filterChoices[name].map((value) => ({
      value,
      mask: maskOf(filteredFacets({ ...chosen, ...readFilter(name, value) })),
    })),
  }))
  return choices.map(({ name, choices: ofFilter }) => ({
    name,
    choices: ofFilter.map(({ value, mask }) => ({ value, hits: hitsOf(mask) })),
  }))
}
