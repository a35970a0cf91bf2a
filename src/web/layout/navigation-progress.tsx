// Shows that a navigation is slow.

import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'

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
