// What this device has shown of the tracks in a cart: each price that has changed since is named until the user confirms.

import type { Cart } from '#contracts/cart.ts'
import type { TrackSummary } from '#contracts/tracks.ts'
import { readStoredList, writeStoredList } from '#web/api/device-storage.ts'
import { cartMessages } from './cart-messages.ts'

export type PriceChange = { trackId: string; title: string; oldPence: number; newPence: number }

/** A track that was in the cart and cannot be bought. */
export type GoneTrack = Cart['gone'][number]

type Shown = Pick<TrackSummary, 'id' | 'title' | 'customerPricePence'>
type SeenTrack = { title: string; pence: number }

/** Versioned: a changed format gets a new key. */
const key = 'undersong.cart-seen.1'

/** A price counts as seen when it is shown for the first time, or beside the button that adds the track. */
export function noticePrices(tracks: Shown[]): PriceChange[] {
  const seen = readSeen()
  storeSeen(tracks.filter(({ id }) => !seen.has(id)))
  return tracks.flatMap(({ id: trackId, title, customerPricePence: newPence }) => {
    const oldPence = seen.get(trackId)?.pence ?? newPence
    return oldPence === newPence ? [] : [{ trackId, title, oldPence, newPence }]
  })
}

/** Replaces what was seen of these tracks: their present prices have been shown. */
export function storeSeen(tracks: Shown[]): void {
  const seen = readSeen()
  for (const { id, title, customerPricePence: pence } of tracks) seen.set(id, { title, pence })
  writeStoredList(key, [...seen])
}

type Kept = { items: { track: Shown }[]; gone: GoneTrack[] }

/** Forgets all tracks but these. */
export function keepSeen({ items, gone }: Kept): void {
  const kept = new Set([
    ...items.map(({ track }) => track.id),
    ...gone.map(({ trackId }) => trackId),
  ])
  writeStoredList(
    key,
    [...readSeen()].filter(([trackId]) => kept.has(trackId)),
  )
}

/** With the title that this device has shown. */
export function namedByDevice(trackId: string): GoneTrack {
  return { trackId, title: readSeen().get(trackId)?.title ?? cartMessages.untitled }
}

function readSeen(): Map<string, SeenTrack> {
  return new Map(readStoredList(key).filter(isEntry))
}

function isEntry(entry: unknown): entry is [string, SeenTrack] {
  if (!Array.isArray(entry) || typeof entry[0] !== 'string') return false
  const { title, pence }: { title?: unknown; pence?: unknown } = Object(entry[1])
  return typeof title === 'string' && Number.isInteger(pence)
}
