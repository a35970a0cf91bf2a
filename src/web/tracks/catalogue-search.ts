// Writes the catalogue's search as a URL, so that every view can be shared; rules/search/track-search.ts reads it. Names the sort orders.

import {
  tracksPath,
  trackFilterNames,
  type TrackFilters,
  type TrackSearch,
} from '#rules/search/track-search.ts'
import type { TrackSort } from '#rules/tracks/track-options.ts'

export const sortLabels: Record<TrackSort, string> = {
  popularity: 'Popularity',
  'date-uploaded': 'Newest First',
  'date-uploaded/ascending': 'Oldest First',
  rating: 'Highest Rated',
  price: 'Price Low to High',
}

/** Every change starts at page 1, except a change of the page. */
export function searchAddress(search: TrackSearch, changes: Partial<TrackSearch> = {}): string {
  return tracksPath({ ...search, page: 1, ...changes })
}

export function isNarrowed({ query, artistId, ...search }: TrackSearch): boolean {
  return Boolean(query) || Boolean(artistId) || isFiltered(search)
}

export function isFiltered(filters: TrackFilters): boolean {
  return trackFilterNames.some((name) => filters[name] !== undefined)
}
