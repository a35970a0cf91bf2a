// Buying needs an account: a guest gets a message, and is sent back to the cart after the login.

import { useEffect } from 'react'
import { cartPath, registerPath } from '#rules/page-paths.ts'
import { requireLoginAgain } from '#web/accounts/login-again.ts'
import { toast } from '#web/ui/toasts/toast.ts'
import { orderMessages } from './order-messages.ts'
import { deviceStorage, takeStored } from '#web/api/device-storage.ts'

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

export function storePurchaseIntent(): void {
  deviceStorage().setItem(purchaseIntentKey, 'true')
}

/** Reads and removes the intent: the page of the cart, once after it was stored. */
export function takePurchaseIntent(): string | null {
  return takeStored(purchaseIntentKey) === null ? null : cartPath
}
