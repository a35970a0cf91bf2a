// What a list is asked for, and what it returns.

import type { FacetMask } from '#rules/track-facets.ts'
import type { TrackSort } from '#rules/track-options.ts'

export type Listing = {
  facets: FacetMask
  artistId?: string | undefined
  orderBy: TrackSort
  page: number
  limit: number
}

export type FoundPage<Row> = {
  tracks: Row[]
  total: number
  /** False while only a lower bound of the total is known. */
  totalIsExact: boolean
  page: number
  pages: number
}

export const noTracks: FoundPage<never> = {
  tracks: [],
  total: 0,
  totalIsExact: true,
  page: 1,
  pages: 0,
}

/** The page that is shown, and how many pages there are: a page beyond the end is the last one. */
export function pageWithin({ page, limit }: Listing, total: number) {
  const pages = Math.ceil(total / limit)
  return { page: Math.max(1, Math.min(page, pages)), pages }
}

/** A search by words shows no more of its tracks: to reach further ones, a walk would pass half of the catalogue. */
const mostReached = 10_000

export function pageReached(listing: Listing, total: number) {
  return pageWithin(listing, Math.min(total, mostReached))
}
