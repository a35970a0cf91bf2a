import { useEffect, useRef } from 'react'

/**
 * Called when Back or Forward restores this page from the browser's back/forward cache, with its old script state.
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
