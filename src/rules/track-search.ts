// The parameters that the catalogue's URL may contain. Each parameter is read here only: for the page, its cache key and the endpoint.

import { trackSorts, type TrackSort } from './track-options.ts'

const longestQuery = 200
export const lastTrackPage = 1_000_000
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** How each parameter is read. An invalid value is read as none. */
export const trackSearchFields = {
  query(value: unknown): string | undefined {
    const text = typeof value === 'string' ? value.trim() : ''
    return text === '' || text.length > longestQuery ? undefined : text
  },
  artistId(value: unknown): string | undefined {
    return typeof value === 'string' && uuid.test(value) ? value : undefined
  },
  orderBy(value: unknown): TrackSort {
    return trackSorts.find((sort) => sort === value) ?? 'popularity'
  },
  page(value: unknown): number {
    const page = Number(value)
    return Number.isInteger(page) && page >= 1 && page <= lastTrackPage ? page : 1
  },
}

export type TrackSearch = {
  query?: string
  artistId?: string
  orderBy: TrackSort
  page: number
}

export function readTrackSearch(params: URLSearchParams): TrackSearch {
  const { query, artistId, orderBy, page } = trackSearchFields
  return {
    query: query(params.get('query')),
    artistId: artistId(params.get('artistId')),
    orderBy: orderBy(params.get('orderBy')),
    page: page(params.get('page')),
  }
}
