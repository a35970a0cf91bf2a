// Explains on the login page that the session ended without a logout.

import { useLocation } from 'react-router'
import { useIsHydrated } from '#web/ui/page-lifecycle.ts'
import { Notice } from '#web/ui/notice.tsx'
import { accountMessages } from './account-messages.ts'

/** Sent as navigation state and not in the URL, so that a shared link does not show the notice. */
export const loggedOutState = { isLoggedOut: true }

export function LoggedOutNotice() {
  const { state } = useLocation()
  // A reload keeps the navigation state, but the server renders the page without it.
  const isHydrated = useIsHydrated()
  const isLoggedOut =
    typeof state === 'object' && state !== null && 'isLoggedOut' in state && isHydrated
  if (!isLoggedOut) return null
  return (
    <Notice tone="info">
      <output>{accountMessages.loggedOut}</output>
    </Notice>
  )
}
