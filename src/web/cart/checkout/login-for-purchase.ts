// Buying needs an account: a guest is told so, and comes back to the cart after logging in.

import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { accountLink } from '#web/account/safe-redirect.ts'
import { useSession } from '#web/account/session-store.ts'
import { toast } from '#web/shell/toast.ts'
import { messages } from '#web/messages.ts'
import { loggedOutState } from '#web/account/logged-out-notice.tsx'
import { storePurchaseIntent, takePurchaseIntent } from './purchase-intent.ts'

const loginRequiredEvent = 'cart:login-required'

/** The toast outlasts the way to the page this answers (D-052). */
export function requireLoginToPurchase(): string {
  storePurchaseIntent()
  window.dispatchEvent(new Event(loginRequiredEvent))
  return '/register?next=/cart'
}

const loggedOutEvent = 'cart:logged-out'

/** The session ended meanwhile: the login page says so, and leads back to the present page. */
export function requireLoginAgain(): void {
  window.dispatchEvent(new Event(loggedOutEvent))
}

/** The same for somebody who wants to pay: back to the cart. */
export function requireLoginAgainToPurchase(): void {
  storePurchaseIntent()
  window.dispatchEvent(new CustomEvent(loggedOutEvent, { detail: '/cart' }))
}

export function useLoginAgain() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(() => {
    const logIn = (event: Event) => {
      const next = event instanceof CustomEvent ? String(event.detail) : pathname + search
      document.getElementById('cart-menu')?.hidePopover?.()
      void navigate(accountLink('/login', next), { state: loggedOutState })
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

/** Whoever wanted to pay as a guest is led to the cart after logging in, once (D-053). */
export function useAfterLogin() {
  const { state } = useSession()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  // The form that logs in is still on its way to the next page, with its word of success.
  const isLoggingIn = pathname === '/login' || pathname === '/register'
  useEffect(() => {
    if (state !== 'user' || isLoggingIn || !takePurchaseIntent()) return
    if (pathname !== '/cart') void navigate('/cart')
  }, [state, isLoggingIn, pathname, navigate])
}
