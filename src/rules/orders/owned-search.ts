// The parameters that the URL of My Tracks may contain, for the page and for the endpoint. An invalid value is read as none.

import { trackSearchFields } from '../search/track-search.ts'

export const ownedSorts = ['bought', 'title', 'artist'] as const
export type OwnedSort = (typeof ownedSorts)[number]

export const ownedPageSize = 50
export const receiptsPageSize = 50
export const lastOwnedPage = 100_000

export type OwnedSearch = { query?: string; orderBy: OwnedSort; page: number; order?: string }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const ownedSearchFields = {
  query: trackSearchFields.query,
  orderBy: (value: unknown): OwnedSort => ownedSorts.find((sort) => sort === value) ?? 'bought',
  page(value: unknown): number {
    const page = Number(value)
    return Number.isInteger(page) && page <= lastOwnedPage ? Math.max(page, 1) : 1
  },
  /** The id of an order that was just paid. */
  order: (value: unknown): string | undefined =>
    typeof value === 'string' && uuid.test(value) ? value.toLowerCase() : undefined,
}

export function readOwnedSearch(params: URLSearchParams): OwnedSearch {
  const query = ownedSearchFields.query(params.get('query'))
  const order = ownedSearchFields.order(params.get('order'))
  return {
    ...(query === undefined ? {} : { query }),
    ...(order === undefined ? {} : { order }),
    orderBy: ownedSearchFields.orderBy(params.get('orderBy')),
    page: ownedSearchFields.page(params.get('page')),
  }
}
