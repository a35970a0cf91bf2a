// Buying needs an account: a guest is told so, and comes back to the cart after logging in.

import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSession } from '#web/account/session-store.ts'
import { toast } from '#web/shell/toast.ts'
import { words } from '#web/words.ts'
import { keepPurchaseIntent, takePurchaseIntent } from './purchase-intent.ts'

const loginRequiredEvent = 'cart:login-required'

/** The toast outlasts the way to the page this answers (D-052). */
export function requireLoginToPurchase(): string {
  keepPurchaseIntent()
  window.dispatchEvent(new Event(loginRequiredEvent))
  return '/register?next=/cart'
}

export function useLoginRequiredToast() {
  useEffect(() => {
    const say = () => toast.error(words.loginRequiredToBuy)
    window.addEventListener(loginRequiredEvent, say)
    return () => window.removeEventListener(loginRequiredEvent, say)
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
