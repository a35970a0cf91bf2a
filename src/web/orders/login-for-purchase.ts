// Buying needs an account: a guest gets a message, and is sent back to the cart after the login.

import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { cartPath, pageRoutes, registerPath } from '#rules/page-paths.ts'
import { accountLink } from '#web/accounts/safe-redirect.ts'
import { useSession } from '#web/accounts/session-store.ts'
import { toast } from '#web/ui/toasts/toast.ts'
import { messages } from '#web/messages.ts'
import { loggedOutState } from '#web/accounts/logged-out-notice.tsx'
import { storePurchaseIntent, takePurchaseIntent } from './purchase-intent.ts'

const loginRequiredEvent = 'cart:login-required'

/** Returns the page to navigate to; the toast stays during the navigation (D-052). */
export function requireLoginToPurchase(): string {
  storePurchaseIntent()
  window.dispatchEvent(new Event(loginRequiredEvent))
  return registerPath({ redirectTo: cartPath })
}

const loggedOutEvent = 'cart:logged-out'

/** The session has ended: opens the login page, which shows a notice and redirects to the present page. */
export function requireLoginAgain(): void {
  window.dispatchEvent(new Event(loggedOutEvent))
}

/** The same for a customer who started a checkout: redirects to the cart. */
export function requireLoginAgainToPurchase(): void {
  storePurchaseIntent()
  window.dispatchEvent(new CustomEvent(loggedOutEvent, { detail: cartPath }))
}

export function useLoginAgain() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(() => {
    const logIn = (event: Event) => {
      const next = event instanceof CustomEvent ? String(event.detail) : pathname + search
      document.getElementById('cart-menu')?.hidePopover?.()
      void navigate(accountLink('login', next), { state: loggedOutState })
    }
    window.addEventListener(loggedOutEvent, logIn)
    return () => window.removeEventListener(loggedOutEvent, logIn)
  }, [navigate, pathname, search])
}

export function useLoginRequiredToast() {
  useEffect(() => {
    const notify = () => toast.error(messages.loginRequiredToBuy)
    window.addEventListener(loginRequiredEvent, notify)
    return () => window.removeEventListener(loginRequiredEvent, notify)
  }, [])
}

/** Sends a guest who started a checkout to the cart after the login, once (D-053). */
export function useAfterLogin() {
  const { state } = useSession()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  // The login or register form still navigates to the next page, with its `success` parameter.
  const isLoggingIn = pathname === pageRoutes.login || pathname === pageRoutes.register
  useEffect(() => {
    if (state !== 'user' || isLoggingIn || !takePurchaseIntent()) return
    if (pathname !== cartPath) void navigate(cartPath)
  }, [state, isLoggingIn, pathname, navigate])
}
