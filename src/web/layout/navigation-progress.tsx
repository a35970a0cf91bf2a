// Shows a thin bar during a slow navigation, and moves the focus after it.

import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

/** The style sheet delays both: the bar by 150 ms, the wait cursor of a write by 500 ms. */
export function NavigationProgress() {
  const { state } = useNavigation()
  return (
    <>
      {state !== 'idle' && <div className="navigation-bar" aria-hidden="true" />}
      {state === 'submitting' && <div className="wait-overlay" aria-hidden="true" />}
    </>
  )
}

/** Focuses the page's content after a navigation to another page, or one that has removed the focused link. */
export function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null)
  const { pathname, search } = useLocation()
  const shown = useRef({ pathname, search })
  useEffect(() => {
    const previous = shown.current
    shown.current = { pathname, search }
    const isElsewhere = pathname !== previous.pathname
    const hasLostFocus = search !== previous.search && document.activeElement === document.body
    if (isElsewhere || hasLostFocus) main.current?.focus({ preventScroll: true })
  }, [pathname, search])
  return main
}

const slowAfterMs = 150

/** True after a navigation to `pathname` has taken 150 ms, so that its page can show a loading state. */
export function useSlowNavigationTo(pathname: string): boolean {
  const { state, location } = useNavigation()
  const isInProgress = state === 'loading' && location.pathname === pathname
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isInProgress) return
    const timer = setTimeout(() => setIsSlow(true), slowAfterMs)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isInProgress])
  return isSlow
}
