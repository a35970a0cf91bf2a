// The number of tracks beside each choice of the filters: how many it would leave, together with the other filters.

import { LRUCache } from 'lru-cache'
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
  const wanted = { common: mask & ~differing, value, differing, shift }
  const tallies = counts.map((one) => tallied(one, wanted))
  return choices.map((choice) => {
    const place = (choice.value & differing) >>> shift
    return tallies.reduce((hits, tally) => hits + (tally[place] ?? 0), 0)
  })
}

type Wanted = { common: number; value: number; differing: number; shift: number }

/** Of the counts in memory: a filter panel needs nine tallies of a hundred thousand combinations. */
const known = new WeakMap<FacetCounts, LRUCache<string, Int32Array>>()

function tallied(counts: FacetCounts, wanted: Wanted): Int32Array {
  const { common, value, differing } = wanted
  const ofCounts = known.get(counts) ?? new LRUCache({ max: 1_000 })
  known.set(counts, ofCounts)
  const key = `${common} ${value & common} ${differing}`
  const tally = ofCounts.get(key) ?? tallyOf(counts, wanted)
  ofCounts.set(key, tally)
  return tally
}

function tallyOf({ facets, tracks }: FacetCounts, { common, value, differing, shift }: Wanted) {
  const tally = new Int32Array((differing >>> shift) + 1)
  for (let at = 0; at < facets.length; at++) {
    const packed = facets[at] ?? 0
    if ((packed & common) !== (value & common)) continue
    const place = (packed & differing) >>> shift
    tally[place] = (tally[place] ?? 0) + (tracks[at] ?? 0)
  }
  return tally
}
