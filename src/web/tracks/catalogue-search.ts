// Converts the catalogue's search to a URL and back, so that every view can be shared.

import { tracksPath } from '#rules/page-paths.ts'
import { trackSorts, type TrackSort } from '#rules/track-options.ts'

export type CatalogueSearch = {
  query?: string
  artistId?: string
  orderBy: TrackSort
  page: number
}

export const sortLabels: Record<TrackSort, string> = {
  popularity: 'Popularity',
  'date-uploaded': 'Newest First',
  'date-uploaded/ascending': 'Oldest First',
  rating: 'Highest Rated',
  price: 'Price Low to High',
}

/** Every change starts at page 1, except a change of the page. */
export function searchAddress(
  search: CatalogueSearch,
  changes: Partial<CatalogueSearch> = {},
): string {
  return tracksPath({ ...search, page: 1, ...changes })
}

/** For a page without loader data. */
export function searchOf(params: URLSearchParams): CatalogueSearch {
  const wanted = params.get('orderBy')
  return {
    query: params.get('query')?.trim() || undefined,
    artistId: params.get('artistId') ?? undefined,
    orderBy: trackSorts.find((sort) => sort === wanted) ?? 'popularity',
    page: Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1),
  }
}

export function isNarrowed({ query, artistId }: CatalogueSearch): boolean {
  return Boolean(query) || Boolean(artistId)
}
