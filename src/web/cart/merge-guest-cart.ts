// Moves a guest's cart into the account's, item by item, then clears the copy on this device (CRT-05).

import { namedByDevice } from './cart-changes.ts'
import type { CartCalls, GoneTrack } from './cart-calls.ts'
import type { DeviceStorage } from '#web/api/device-storage.ts'
import type { Refused } from '#web/api/result.ts'
import { readGuestCart, removeFromGuestCart } from './guest-cart.ts'

/** Refusals that a retry would not change; their items are removed from the device (D-050, D-100). */
const leavingCodes: ReadonlySet<Refused['code']> = new Set([
  'own_track',
  'track_owned',
  'not_found',
  'track_not_for_sale',
])

export type LeftTrack = GoneTrack & { code: Refused['code'] }

export type Merge = {
  /** Tracks the account cannot have in its cart; the user is informed that they were removed. */
  left: LeftTrack[]
  /** Number of items that failed; only these stay on the device. */
  failed: number
}

export async function mergeGuestCart(calls: CartCalls, storage: DeviceStorage): Promise<Merge> {
  const items = readGuestCart(storage)
  const settled = new Set<string>()
  const left: LeftTrack[] = []
  for (const { trackId } of items) {
    const result = await calls.add(trackId)
    const leaves = !result.ok && leavingCodes.has(result.code)
    if (leaves) {
      const named = namedByDevice(storage, [trackId])
      left.push(...named.map((track) => ({ ...track, code: result.code })))
    }
    if (result.ok || leaves || result.code === 'track_already_in_cart') settled.add(trackId)
  }
  removeFromGuestCart(storage, settled)
  return { left, failed: items.length - settled.size }
}
