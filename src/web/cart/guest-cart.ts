// A guest's cart on this device: track ids and when they were added. Prices always come from the server.

import type { DeviceStorage } from '#web/api/device-storage.ts'

export type GuestItem = { trackId: string; addedAt: string }

/** Versioned: a changed format gets a new key. */
export const guestCartKey = 'undersong.cart.1'

/** Local storage can contain anything: invalid items are ignored. */
export function readGuestCart(storage: DeviceStorage): GuestItem[] {
  const items: unknown = parsed(storage.getItem(guestCartKey))
  if (!Array.isArray(items)) return []
  const byId = new Map(items.filter(isGuestItem).map((item) => [item.trackId, item]))
  return [...byId.values()]
}

export function writeGuestCart(storage: DeviceStorage, items: GuestItem[]): void {
  if (items.length === 0) storage.removeItem(guestCartKey)
  else storage.setItem(guestCartKey, JSON.stringify(items))
}

/** Keeps items that another tab has added meanwhile. */
export function removeFromGuestCart(storage: DeviceStorage, trackIds: ReadonlySet<string>): void {
  const remaining = readGuestCart(storage).filter(({ trackId }) => !trackIds.has(trackId))
  writeGuestCart(storage, remaining)
}

function parsed(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function isGuestItem(value: unknown): value is GuestItem {
  if (typeof value !== 'object' || value === null) return false
  if (!('trackId' in value) || typeof value.trackId !== 'string') return false
  if (!('addedAt' in value) || typeof value.addedAt !== 'string') return false
  return uuid.test(value.trackId) && !Number.isNaN(Date.parse(value.addedAt))
}
