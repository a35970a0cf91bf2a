// Stores on this device that a guest started a checkout, so that the login redirects to the cart.

import { deviceStorage } from '#web/api/device-storage.ts'

export const purchaseIntentKey = 'undersong.purchase-intent'

export function storePurchaseIntent(): void {
  deviceStorage().setItem(purchaseIntentKey, 'true')
}

/** Reads and removes the intent: true once after it was stored. */
export function takePurchaseIntent(): boolean {
  const isStored = deviceStorage().getItem(purchaseIntentKey) !== null
  deviceStorage().removeItem(purchaseIntentKey)
  return isStored
}
