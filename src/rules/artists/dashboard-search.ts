// The parameters of the artist's dashboard's URL: what the list of own tracks shows, and the dialog that is open.

import { trackSearchFields } from '../search/track-search.ts'

export const dashboardDialogs = ['upload', 'edit', 'withdraw'] as const
/** `id` is the track's, or `new` for an upload. */
export type DashboardDialog = { name: (typeof dashboardDialogs)[number]; id: string }

export type DashboardSearch = {
  query: string | undefined
  page: number
  dialog: DashboardDialog | undefined
}

export const uploadDialog: DashboardDialog = { name: 'upload', id: 'new' }

export function readDashboardSearch(params: URLSearchParams): DashboardSearch {
  const [dialog] = dashboardDialogs.flatMap((name) => {
    const id = params.get(name)
    return id === null || id === '' ? [] : [{ name, id }]
  })
  return {
    query: trackSearchFields.query(params.get('query')),
    page: trackSearchFields.page(params.get('page')),
    dialog,
  }
}

/** Whether both URLs show the same list: then opening or closing a dialog fetches nothing. */
export function isSameList(one: URLSearchParams, other: URLSearchParams): boolean {
  const [first, second] = [readDashboardSearch(one), readDashboardSearch(other)]
  return first.query === second.query && first.page === second.page
}
