// The profile of an artist as a dialog is in the URL of the page below it, so that Back closes it and it can be shared.

import { useLocation, useNavigate, type ShouldRevalidateFunctionArgs } from 'react-router'

const artistParam = 'artist'

export function useProfileAddress() {
  const { search, state }: { search: string; state: unknown } = useLocation()
  const navigate = useNavigate()
  const changed = (change: (params: URLSearchParams) => void) => {
    const params = new URLSearchParams(search)
    change(params)
    return { search: params.toString() }
  }
  return {
    artistId: new URLSearchParams(search).get(artistParam),
    /** Over the present page, whose other parameters stay. */
    async open(artistId: string) {
      const opened = changed((params) => params.set(artistParam, artistId))
      await navigate(opened, { ...samePage, state: fromPage })
    },
    /** Back to the page; if it was opened with the dialog, its entry in the history is replaced. */
    async close() {
      if (isFromPage(state)) return navigate(-1)
      const closed = changed((params) => params.delete(artistParam))
      await navigate(closed, { ...samePage, replace: true })
    },
  }
}

const samePage = { preventScrollReset: true, defaultShouldRevalidate: false }
const fromPage = { isFromPage: true }

function isFromPage(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isFromPage' in state
}

/** For pages that show artists: Back closes the dialog without fetching the page again. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formMethod, defaultShouldRevalidate } = args
  const isDialog =
    formMethod === undefined &&
    currentUrl.search !== nextUrl.search &&
    pageOf(currentUrl) === pageOf(nextUrl)
  return !isDialog && defaultShouldRevalidate
}

/** The address of the page below the dialog. */
function pageOf({ pathname, searchParams }: URL): string {
  const params = new URLSearchParams(searchParams)
  params.delete(artistParam)
  return `${pathname}?${params}`
}
