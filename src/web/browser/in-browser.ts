import { useSyncExternalStore } from 'react'

/** False on the server and while the page is being hydrated: nothing answers a click until then. */
export function useIsInBrowser(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}

function neverChanges() {
  return () => {}
}
