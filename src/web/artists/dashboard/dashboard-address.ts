// The dialogs of the dashboard are in its URL, so that Back closes them.

import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { readDashboardSearch, type DashboardDialog } from '#rules/artists/dashboard-search.ts'
import { artistDashboardPath } from '#rules/artists/dashboard-paths.ts'

export type DashboardAddress = ReturnType<typeof useDashboardAddress>

export function useDashboardAddress() {
  const [params] = useSearchParams()
  const search = readDashboardSearch(params)
  const { state }: { state: unknown } = useLocation()
  const navigate = useNavigate()

  return {
    search,
    pathOf: (page: number) => artistDashboardPath({ ...search, page, dialog: undefined }),
    /** For a link that opens a dialog over the list as it is. */
    linkTo: (dialog: DashboardDialog) => ({
      href: artistDashboardPath({ ...search, dialog }),
      state: fromList,
      preventScrollReset: true,
    }),
    /** Back to the list; if the page was opened with the dialog, its entry in the history is replaced. */
    async close() {
      if (isFromList(state)) return navigate(-1)
      const list = artistDashboardPath({ ...search, dialog: undefined })
      await navigate(list, { replace: true, preventScrollReset: true })
    },
  }
}

const fromList = { isFromList: true }

function isFromList(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isFromList' in state
}
