// When a page becomes interactive, and when the browser shows it again.

import { useEffect, useRef, useSyncExternalStore } from 'react'

/** False on the server and during hydration: until then clicks are not handled. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}

function neverChanges() {
  return () => {}
}

/**
 * Calls `onRestore` when Back or Forward restores this page from the browser's back/forward cache, with its old script
 * state.
 */
export function usePageRestore(onRestore: () => void): void {
  const latest = useRef(onRestore)
  useEffect(() => {
    latest.current = onRestore
  })
  useEffect(() => {
    const handle = (event: PageTransitionEvent) => {
      if (event.persisted) latest.current()
    }
    window.addEventListener('pageshow', handle)
    return () => window.removeEventListener('pageshow', handle)
  }, [])
}
