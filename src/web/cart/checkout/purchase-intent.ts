// Remembers on this device that a guest wanted to pay, so that logging in leads back to the cart.

import { deviceStorage } from '#web/browser/device-storage.ts'

export const purchaseIntentKey = 'undersong.purchase-intent'

export function storePurchaseIntent(): void {
  deviceStorage().setItem(purchaseIntentKey, 'true')
}

/** True once after it was kept. */
export function takePurchaseIntent(): boolean {
  const isStored = deviceStorage().getItem(purchaseIntentKey) !== null
  deviceStorage().removeItem(purchaseIntentKey)
  return isStored
}
