// Shows that a navigation is slow.

import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'

/** The style sheet delays the bar by 150 ms. A write of more than 500 ms blocks the page under a wait cursor. */
export function NavigationProgress() {
  const { state } = useNavigation()
  const isBlocked = useLongerThan(blockedAfterMs, state === 'submitting')
  useEffect(() => {
    if (!isBlocked) return
    document.body.setAttribute('aria-busy', 'true')
    return () => document.body.removeAttribute('aria-busy')
  }, [isBlocked])
  return (
    <>
      {state !== 'idle' && <div className="navigation-bar" aria-hidden="true" />}
      {isBlocked && <div className="wait-overlay" aria-hidden="true" />}
    </>
  )
}

const blockedAfterMs = 500
const slowAfterMs = 150

/** True after a navigation to `pathname` has taken 150 ms, so that its page can show a loading state. */
export function useSlowNavigationTo(pathname: string): boolean {
  const { state, location } = useNavigation()
  return useLongerThan(slowAfterMs, state === 'loading' && location.pathname === pathname)
}

/** True once `isInProgress` has been true for this time. */
function useLongerThan(delayMs: number, isInProgress: boolean): boolean {
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    if (!isInProgress) return
    const timer = setTimeout(() => setIsLong(true), delayMs)
    return () => {
      clearTimeout(timer)
      setIsLong(false)
    }
  }, [delayMs, isInProgress])
  return isLong
}
