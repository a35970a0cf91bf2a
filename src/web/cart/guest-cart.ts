// A guest's cart on this device: track ids and when they were added. Prices always come from the server.

import type { addToCart } from '#contracts/cart.ts'
import type { getTracksById, TrackSummary } from '#contracts/tracks.ts'
import { maxTracksNamed } from '#rules/product.ts'
import { request } from '#web/api/browser.ts'
import { readStoredList, writeStoredList } from '#web/api/device-storage.ts'
import type { CodeOf, Refused, Result } from '#web/api/result.ts'
import { namedByDevice, type GoneTrack } from './seen-tracks.ts'

type GuestItem = { trackId: string; addedAt: string }

type CartItem = { track: TrackSummary; addedAt: string }

export type CartContents = { items: CartItem[]; gone: GoneTrack[] }

/** Versioned: a changed format gets a new key. */
export const guestCartKey = 'undersong.cart.1'

export function readGuestCart(): GuestItem[] {
  const items = readStoredList(guestCartKey).filter(isGuestItem)
  return [...new Map(items.map((item) => [item.trackId, item])).values()]
}

export function writeGuestCart(items: GuestItem[]): void {
  writeStoredList(guestCartKey, items)
}

/** Keeps items that another tab has added meanwhile. */
export function removeFromGuestCart(trackIds: ReadonlySet<string>): void {
  writeGuestCart(readGuestCart().filter(({ trackId }) => !trackIds.has(trackId)))
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function isGuestItem(value: unknown): value is GuestItem {
  const { trackId, addedAt }: { trackId?: unknown; addedAt?: unknown } = Object(value)
  if (typeof trackId !== 'string' || typeof addedAt !== 'string') return false
  return uuid.test(trackId) && !Number.isNaN(Date.parse(addedAt))
}

export type FoundTracks = { askedIds: string[]; tracks: TrackSummary[] }

/** The present data of the stored items. */
export async function findGuestTracks(): Promise<Result<FoundTracks>> {
  const askedIds = readGuestCart().map(({ trackId }) => trackId)
  const found = await fetchTracks(askedIds)
  return found.ok ? { ok: true, value: { askedIds, tracks: found.value } } : found
}

/**
 * What is stored now. Tracks that are not listed any more stay on the device until the guest has read that they are gone,
 * because a track may be sold again. `shown` has the tracks that were added since they were asked for. Shown in the same
 * step in which it is called: otherwise a track that is added in between would vanish.
 */
export function guestContents({ askedIds, tracks }: FoundTracks, shown: CartItem[]): CartContents {
  const added = shown.filter(({ track }) => !askedIds.includes(track.id))
  const known = new Map(
    [...tracks, ...added.map(({ track }) => track)].map((track) => [track.id, track]),
  )
  const items = readGuestCart().flatMap(({ trackId, addedAt }) => {
    const track = known.get(trackId)
    return track === undefined ? [] : [{ track, addedAt }]
  })
  const goneIds = askedIds.filter((trackId) => !known.has(trackId))
  return { items, gone: goneIds.map(namedByDevice) }
}

/** Asks in portions that the server takes; tracks that are not listed any more are left out. */
export async function fetchTracks(trackIds: string[]): Promise<Result<TrackSummary[]>> {
  const tracks: TrackSummary[] = []
  for (let from = 0; from < trackIds.length; from += maxTracksNamed) {
    const ids = trackIds.slice(from, from + maxTracksNamed).join(',')
    const result = await request<typeof getTracksById>('GET /public/tracks/by-id', { ids })
    if (!result.ok) return result
    tracks.push(...result.value.tracks)
  }
  return { ok: true, value: tracks }
}

/** Refusals that a retry would not change; their items are removed from the device (D-050, D-100). */
const leavingCodes: ReadonlySet<Refused['code']> = new Set([
  'own_track',
  'track_owned',
  'not_found',
  'track_not_for_sale',
])

export type LeftTrack = GoneTrack & { code: Refused['code'] }

type Merge = {
  /** Tracks the account cannot have in its cart; the user is informed that they were removed. */
  left: LeftTrack[]
  /** Number of items that failed; only these stay on the device. */
  failed: number
}

type Add = (trackId: string) => Promise<Result<unknown, CodeOf<typeof addToCart>>>

/** Moves the items into the account's cart one by one, then clears the copy on this device (CRT-05). */
export async function mergeGuestCart(add: Add): Promise<Merge> {
  const items = readGuestCart()
  const settled = new Set<string>()
  const left: LeftTrack[] = []
  for (const { trackId } of items) {
    const result = await add(trackId)
    const leaves = !result.ok && leavingCodes.has(result.code)
    if (leaves) left.push({ ...namedByDevice(trackId), code: result.code })
    if (result.ok || leaves || result.code === 'track_already_in_cart') settled.add(trackId)
  }
  removeFromGuestCart(settled)
  return { left, failed: items.length - settled.size }
}
