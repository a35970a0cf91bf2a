// The session has ended while it was used: the login page opens, with a notice and the way back.

import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { loggedOutState } from './logged-out-notice.tsx'
import { accountLink } from './safe-redirect.ts'

const loggedOutEvent = 'undersong:logged-out'

/** Opens the login page, which redirects to `next`, or to the present page. */
export function requireLoginAgain(next?: string): void {
  window.dispatchEvent(new CustomEvent(loggedOutEvent, { detail: next }))
}

export function useLoginAgain(): void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(() => {
    const logIn = (event: Event) => {
      const wanted: unknown = event instanceof CustomEvent ? event.detail : null
      const next = typeof wanted === 'string' ? wanted : pathname + search
      for (const open of document.querySelectorAll<HTMLElement>('[popover]')) open.hidePopover?.()
      void navigate(accountLink('login', next), { state: loggedOutState })
    }
    window.addEventListener(loggedOutEvent, logIn)
    return () => window.removeEventListener(loggedOutEvent, logIn)
  }, [navigate, pathname, search])
}
