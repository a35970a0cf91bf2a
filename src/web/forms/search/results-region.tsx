import { Fragment, useEffect, useRef, type ReactNode } from 'react'
import { NavigationType, useNavigationType } from 'react-router'

export const resultsId = 'results'

type ResultsRegionProps = {
  /** The address of what is shown. */
  address: string
  /** The address of its first page. */
  pageless: string
  children: ReactNode
}

/** What a search form's page shows below the form. After paging it is focused and scrolled into view. */
export function ResultsRegion({ address, pageless, children }: ResultsRegionProps) {
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
