// What a reader notices of a navigation: a thin bar when it takes long, and where it has led.

import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

/** Both signs wait in the style sheet: the bar for 150 ms, the wait cursor of a write for 500 ms. */
export function NavigationProgress() {
  const { state } = useNavigation()
  return (
    <>
      {state !== 'idle' && <div className="navigation-bar" aria-hidden="true" />}
      {state === 'submitting' && <div className="wait-overlay" aria-hidden="true" />}
    </>
  )
}

/** Gives the focus to the page's content when a navigation has led to another page, or has taken the focused link away. */
export function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null)
  const { pathname, search } = useLocation()
  const shown = useRef({ pathname, search })
  useEffect(() => {
    const before = shown.current
    shown.current = { pathname, search }
    const isElsewhere = pathname !== before.pathname
    const hasLostFocus = search !== before.search && document.activeElement === document.body
    if (isElsewhere || hasLostFocus) main.current?.focus({ preventScroll: true })
  }, [pathname, search])
  return main
}

const slowAfterMs = 150

/** True once a navigation to `pathname` has taken so long that its page should say so. */
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
