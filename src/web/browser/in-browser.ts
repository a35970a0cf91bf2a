import { useSyncExternalStore } from 'react'

/** False on the server and during hydration: until then clicks are not handled. */
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
