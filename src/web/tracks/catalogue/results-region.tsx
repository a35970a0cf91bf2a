import { Fragment, useEffect, useRef, type ReactNode } from 'react'
import { NavigationType, useNavigationType } from 'react-router'
import type { TrackSearch } from '#rules/track-search.ts'
import { searchAddress } from '#web/tracks/catalogue-search.ts'

export const resultsId = 'results'

/** What the catalogue shows below its form. After paging it is focused and scrolled into view. */
export function ResultsRegion({ search, children }: { search: TrackSearch; children: ReactNode }) {
  const address = searchAddress(search, { page: search.page })
  const pageless = searchAddress(search)
  const isBackOrForward = useNavigationType() === NavigationType.Pop
  const shown = useRef({ address, pageless })
  useEffect(() => {
    const before = shown.current
    shown.current = { address, pageless }
    const isPaged = before.pageless === pageless && before.address !== address
    // The browser itself restores the position in the page after Back and Forward.
    if (isPaged && !isBackOrForward) goToResults()
  }, [address, pageless, isBackOrForward])
  return (
    <section id={resultsId} className="catalogue-results" aria-label="Results" tabIndex={-1}>
      {/* A new key for each search: React builds a new list and does not move cards that are in both. */}
      <Fragment key={address}>{children}</Fragment>
    </section>
  )
}

export function goToResults(): void {
  const results = document.getElementById(resultsId)
  results?.focus({ preventScroll: true })
  results?.scrollIntoView()
}
