// The paths of commissions.

import { laterPage, pageRoutes, withQuery } from '../page-paths.ts'
import type { CommissionListState } from './commission-lists.ts'

type RequestQuery = {
  /** A new recording of this track, in this tuning (rules/listening/tuning.ts). */
  track?: string
  key?: string
  tempo?: string
  /** By this offer of the artist. */
  offer?: string
  /** The same as in this commission, which has ended. */
  again?: string
}

/** The form that asks the artist for a recording; a link over another page opens the same as a dialog. */
export function commissionRequestPath(artistId: string, query: RequestQuery = {}): string {
  return withQuery(pageRoutes.commissionRequest.replace(':id', artistId), query)
}

export function commissionPath(id: string): string {
  return pageRoutes.commission.replace(':id', id)
}

type CommissionList = { state?: CommissionListState | undefined; page?: number }

/** Default values are left out: every commission, and the first page. */
export function artistCommissionsPath({ state, page = 1 }: CommissionList = {}): string {
  return withQuery(pageRoutes.artistCommissions, { state, page: laterPage(page) })
}
