// What this device has shown of the tracks in a cart: their titles and prices, so that a change can be named.

import type { DeviceStorage } from '#web/api/device-storage.ts'

type SeenTrack = { title: string; pence: number }
export type SeenTracks = Map<string, SeenTrack>

const key = 'undersong.cart-seen.1'

/** Local storage can contain anything: invalid entries are ignored. */
export function readSeen(storage: DeviceStorage): SeenTracks {
  const stored: unknown = parsed(storage.getItem(key))
  if (!Array.isArray(stored)) return new Map()
  return new Map(stored.filter(isEntry))
}

export function writeSeen(storage: DeviceStorage, seen: SeenTracks): void {
  if (seen.size === 0) storage.removeItem(key)
  else storage.setItem(key, JSON.stringify([...seen]))
}

function parsed(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isEntry(entry: unknown): entry is [string, SeenTrack] {
  if (!Array.isArray(entry) || typeof entry[0] !== 'string') return false
  const { title, pence }: { title?: unknown; pence?: unknown } = Object(entry[1])
  return typeof title === 'string' && Number.isInteger(pence)
}
