import { useEffect, useRef } from 'react'

/**
 * Called when Back or Forward shows this page again as it was left, with everything it knew then: the browser keeps
 * whole pages, scripts and all.
 */
export function useOnReturn(onReturn: () => void): void {
  const latest = useRef(onReturn)
  useEffect(() => {
    latest.current = onReturn
  })
  useEffect(() => {
    const handle = (event: PageTransitionEvent) => {
      if (event.persisted) latest.current()
    }
    window.addEventListener('pageshow', handle)
    return () => window.removeEventListener('pageshow', handle)
  }, [])
}
