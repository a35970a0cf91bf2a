// Asking for a commission needs an account: a visitor comes back to the form after registering or logging in.

import { safeRedirect } from '#web/accounts/safe-redirect.ts'
import { deviceStorage, takeStored } from '#web/api/device-storage.ts'

/** The path of the form, set before a visitor is sent to register. */
export const commissionIntentKey = 'undersong.commission-register-redirect'

export function storeCommissionIntent(path: string): void {
  deviceStorage().setItem(commissionIntentKey, path)
}

/** Reads and removes the intent: the path once after it was stored. */
export function takeCommissionIntent(): string | null {
  const path = takeStored(commissionIntentKey)
  return path === null ? null : safeRedirect(path)
}
