// Says on the login page why one is there when the session ended unasked.

import { useLocation } from 'react-router'
import { useIsInBrowser } from '#web/browser/in-browser.ts'
import { Notice } from '#web/ui/notice.tsx'
import { messages } from '#web/messages.ts'

/** Travels with the navigation and not in the address: a shared link claims nothing. */
export const loggedOutState = { isLoggedOut: true }

export function LoggedOutNotice() {
  const { state } = useLocation()
  // The server renders the page without the state that a reload keeps.
  const isInBrowser = useIsInBrowser()
  const isLoggedOut =
    typeof state === 'object' && state !== null && 'isLoggedOut' in state && isInBrowser
  if (!isLoggedOut) return null
  return (
    <Notice tone="info">
      <output>{messages.loggedOut}</output>
    </Notice>
  )
}
