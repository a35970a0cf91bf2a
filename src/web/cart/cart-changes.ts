// What has changed in a cart since the user last saw it: each price and each missing track is named until they confirm.

import type { TrackSummary } from '#contracts/tracks.ts'
import type { DeviceStorage } from '#web/api/device-storage.ts'
import type { CartItem, GoneTrack } from './cart-calls.ts'
import { cartMessages } from './cart-messages.ts'
import { readSeen, writeSeen } from './seen-tracks.ts'

export type PriceChange = { trackId: string; title: string; oldPence: number; newPence: number }

type Shown = Pick<TrackSummary, 'id' | 'title' | 'customerPricePence'>

/** A price counts as seen when it is shown for the first time, or beside the button that adds the track. */
export function noticePrices(storage: DeviceStorage, items: CartItem[]): PriceChange[] {
  const seen = readSeen(storage)
  const unseen = items.filter(({ track }) => !seen.has(track.id))
  if (unseen.length > 0) {
    for (const { track } of unseen) seen.set(track.id, asSeen(track))
    writeSeen(storage, seen)
  }
  return items.flatMap(({ track }) => {
    const { id: trackId, title, customerPricePence: newPence } = track
    const oldPence = seen.get(trackId)?.pence ?? newPence
    return oldPence === newPence ? [] : [{ trackId, title, oldPence, newPence }]
  })
}

/** Replaces what was seen of these tracks: their present prices have been shown. */
export function storeSeen(storage: DeviceStorage, tracks: Shown[]): void {
  const seen = readSeen(storage)
  for (const track of tracks) seen.set(track.id, asSeen(track))
  writeSeen(storage, seen)
}

/** Forgets all tracks but these. */
export function keepSeen(storage: DeviceStorage, trackIds: ReadonlySet<string>): void {
  const seen = readSeen(storage)
  writeSeen(storage, new Map([...seen].filter(([trackId]) => trackIds.has(trackId))))
}

/** With the titles that this device has shown. */
export function namedByDevice(storage: DeviceStorage, trackIds: string[]): GoneTrack[] {
  const seen = readSeen(storage)
  return trackIds.map((trackId) => ({
    trackId,
    title: seen.get(trackId)?.title ?? cartMessages.untitled,
  }))
}

function asSeen({ title, customerPricePence: pence }: Shown) {
  return { title, pence }
}
