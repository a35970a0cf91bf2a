// The profile of an artist as a dialog, the dialog of its reviews and the form that asks for a recording are in the URL of
// the page below them, so that Back closes them one at a time and they can be shared.

import { useLocation, useNavigate, type ShouldRevalidateFunctionArgs } from 'react-router'
import type { ReviewsMode } from '#web/reviews/artist/reviews-dialog.tsx'

const artistParam = 'artist'
const reviewsParam = 'reviews'
const requestParam = 'request'

export function useProfileAddress() {
  const { search, state }: { search: string; state: unknown } = useLocation()
  const navigate = useNavigate()
  const params = new URLSearchParams(search)

  const changed = (change: (params: URLSearchParams) => void) => {
    const next = new URLSearchParams(search)
    change(next)
    return { search: next.toString() }
  }
  /** Over the present page, whose other parameters stay. */
  const open = (name: string, value: string) =>
    navigate(
      changed((next) => next.set(name, value)),
      { ...samePage, state: fromPage },
    )
  /** Back to what was below; if the page was opened with the dialog, its entry in the history is replaced. */
  async function close(...names: string[]) {
    if (isFromPage(state)) return navigate(-1)
    const closed = changed((next) => names.forEach((name) => next.delete(name)))
    await navigate(closed, { ...samePage, replace: true })
  }

  return {
    artistId: params.get(artistParam),
    reviews: modeIn(params),
    /** The path of the form that asks an artist for a recording. */
    request: params.get(requestParam),
    openArtist: (artistId: string) => open(artistParam, artistId),
    closeArtist: () => close(artistParam, reviewsParam, requestParam),
    openReviews: (mode: ReviewsMode) => open(reviewsParam, mode),
    closeReviews: () => close(reviewsParam),
    openRequest: (path: string) => open(requestParam, path),
    closeRequest: () => close(requestParam),
  }
}

function modeIn(params: URLSearchParams): ReviewsMode | null {
  const mode = params.get(reviewsParam)
  return mode === 'read' || mode === 'write' ? mode : null
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

/** The address of the page below the dialogs. */
function pageOf({ pathname, searchParams }: URL): string {
  const params = new URLSearchParams(searchParams)
  for (const name of [artistParam, reviewsParam, requestParam]) params.delete(name)
  return `${pathname}?${params}`
}
