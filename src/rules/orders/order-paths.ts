// The path of My Tracks with what is chosen of its lists; owned-search.ts reads it.

import type { CustomerListQuery } from '../commissions/commission-lists.ts'
import { laterPage, pageRoutes, withQuery } from '../page-paths.ts'
import type { OwnedSearch } from './owned-search.ts'

/** Default values are left out. @param search may have the part of the commissions too (customerListQuery) */
export function myTracksPath({
  orderBy,
  page = 1,
  ...search
}: Partial<OwnedSearch> & CustomerListQuery = {}): string {
  return withQuery(pageRoutes.myTracks, {
    ...search,
    orderBy: orderBy === 'bought' ? undefined : orderBy,
    page: laterPage(page),
  })
}

/** Where the owner of a bought track says what is wrong with it. */
export function refundRequestPath(trackId: string): string {
  return pageRoutes.refundRequest.replace(':id', trackId)
}
