// Buying needs an account: a guest gets a message, and is sent back to the cart after the login.

import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { cartPath, pageRoutes, registerPath } from '#rules/page-paths.ts'
import { requireLoginAgain } from '#web/accounts/login-again.ts'
import { useSession } from '#web/accounts/session-store.ts'
import { toast } from '#web/ui/toasts/toast.ts'
import { orderMessages } from './order-messages.ts'
import { deviceStorage } from '#web/api/device-storage.ts'

/** Set when a guest has started a checkout. */
export const purchaseIntentKey = 'undersong.purchase-intent'

const loginRequiredEvent = 'cart:login-required'

/** Returns the page to navigate to; the toast stays during the navigation (D-052). */
export function requireLoginToPurchase(): string {
  storePurchaseIntent()
  window.dispatchEvent(new Event(loginRequiredEvent))
  return registerPath({ redirectTo: cartPath })
}

/** The session of a customer who started a checkout has ended: the login redirects to the cart. */
export function requireLoginAgainToPurchase(): void {
  storePurchaseIntent()
  requireLoginAgain(cartPath)
}

export function useLoginRequiredToast() {
  useEffect(() => {
    // Nothing is wrong: the next page says what to do.
    const notify = () => toast.info(orderMessages.loginRequired)
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

export function storePurchaseIntent(): void {
  deviceStorage().setItem(purchaseIntentKey, 'true')
}

/** Reads and removes the intent: true once after it was stored. */
export function takePurchaseIntent(): boolean {
  const isStored = deviceStorage().getItem(purchaseIntentKey) !== null
  deviceStorage().removeItem(purchaseIntentKey)
  return isStored
}
