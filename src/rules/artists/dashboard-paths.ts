// The path of the artist's dashboard with what is chosen of it; dashboard-search.ts reads it.

import { laterPage, pageRoutes, withQuery } from '../page-paths.ts'
import type { DashboardSearch } from './dashboard-search.ts'

type DashboardQuery = Partial<DashboardSearch> & {
  setup?: 'returned' | 'expired'
  success?: 'upgraded_to_artist'
}

export function artistDashboardPath({ page = 1, dialog, ...query }: DashboardQuery = {}): string {
  return withQuery(pageRoutes.artistDashboard, {
    ...query,
    page: laterPage(page),
    ...(dialog ? { [dialog.name]: dialog.id } : {}),
  })
}
