// Remembers on this device that a guest wanted to pay, so that logging in leads back to the cart.

const purchaseIntentKey = 'undersong.purchase-intent'

export function keepPurchaseIntent(): void {
  localStorage.setItem(purchaseIntentKey, 'true')
}

/** True once after it was kept. */
export function takePurchaseIntent(): boolean {
  const isKept = localStorage.getItem(purchaseIntentKey) !== null
  localStorage.removeItem(purchaseIntentKey)
  return isKept
}
