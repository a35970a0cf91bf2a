// Writes the catalogue's search as a URL, so that every view can be shared; rules/track-search.ts reads it.

import type { TrackSort } from '#rules/track-options.ts'
import type { TrackSearch } from '#rules/track-search.ts'

export const sortLabels: Record<TrackSort, string> = {
  popularity: 'Popularity',
  'date-uploaded': 'Newest First',
  'date-uploaded/ascending': 'Oldest First',
  rating: 'Highest Rated',
  price: 'Price Low to High',
}

/** Every change starts at page 1, except a change of the page. */
export function searchAddress(search: TrackSearch, changes: Partial<TrackSearch> = {}): string {
  const { query, artistId, orderBy, page } = { ...search, page: 1, ...changes }
  const params = new URLSearchParams()
  if (query) params.set('query', query)
  if (artistId) params.set('artistId', artistId)
  if (orderBy !== 'popularity') params.set('orderBy', orderBy)
  if (page > 1) params.set('page', String(page))
  return params.size === 0 ? '/tracks' : `/tracks?${params}`
}

export function isNarrowed({ query, artistId }: TrackSearch): boolean {
  return Boolean(query) || Boolean(artistId)
}
