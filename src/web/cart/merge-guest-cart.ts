// Moves a guest's cart into the account's, item by item, then clears the copy on this device (CRT-05).

import type { CartCalls } from './cart-calls.ts'
import type { DeviceStorage } from '#web/browser/device-storage.ts'
import { readGuestCart, removeFromGuestCart } from './guest-cart.ts'

/** Refusals that trying again would not change, and that leave nothing to keep (D-050, D-100). */
const settledCodes = new Set([
  'track_already_in_cart',
  'own_track',
  'track_owned',
  'not_found',
  'track_not_for_sale',
])

/** False when some items could not be merged: only those stay on the device. */
export async function mergeGuestCart(calls: CartCalls, storage: DeviceStorage): Promise<boolean> {
  const items = readGuestCart(storage)
  const settled = new Set<string>()
  for (const { trackId } of items) {
    const answer = await calls.add(trackId)
    if (answer.ok || settledCodes.has(answer.code)) settled.add(trackId)
  }
  removeFromGuestCart(storage, settled)
  return settled.size === items.length
}
