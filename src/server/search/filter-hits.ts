// The number of tracks beside each choice of the filters: how many it would leave, together with the other filters.

import type { FilterHits } from '#contracts/catalogue.ts'
import {
  everyTrack,
  filterChoices,
  filteredFacets,
  maskOf,
  readFilter,
  type FacetMask,
} from '#rules/track-facets.ts'
import { trackFilterNames, type TrackFilters } from '#rules/track-search.ts'
import type { Db } from '#server/db/client.ts'
import { currentFacetCounts, type FacetCounts } from './facet-counts.ts'

export async function countHits(db: Db, chosen: TrackFilters): Promise<FilterHits> {
  const counts = await currentFacetCounts(db)
  return trackFilterNames.map((name) => {
    const values = filterChoices[name]
    const masks = values.map((value) =>
      maskOf(filteredFacets({ ...chosen, ...readFilter(name, value) })),
    )
    const hits = hitsOf(masks, counts)
    return { name, choices: values.map((value, at) => ({ value, hits: hits[at] ?? 0 })) }
  })
}

/** Of choices of one filter, whose masks are therefore the same. */
function hitsOf(choices: FacetMask[], counts: FacetCounts[]): number[] {
  const [{ mask, value } = everyTrack] = choices
  const differing = choices.reduce((bits, choice) => bits | (choice.value ^ value), 0)
  const shift = differing === 0 ? 0 : 31 - Math.clz32(differing & -differing)
  const common = mask & ~differing
  const tallies = new Int32Array((differing >>> shift) + 1)
  for (const { facets, tracks } of counts) {
    for (let at = 0; at < facets.length; at++) {
      const packed = facets[at] ?? 0
      if ((packed & common) !== (value & common)) continue
      const place = (packed & differing) >>> shift
      tallies[place] = (tallies[place] ?? 0) + (tracks[at] ?? 0)
    }
  }
  return choices.map((choice) => tallies[(choice.value & differing) >>> shift] ?? 0)
}
