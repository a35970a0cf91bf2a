// A cart for tests, with a fake server.

import { vi } from 'vitest'
import type { Merge } from './merge-guest-cart.ts'
import type { Refused } from '#web/api/result.ts'
import { exampleTrack } from '#web/tracks/example-track.ts'
import type { TrackSummary } from '#contracts/tracks.ts'
import { createCart } from './cart.ts'
import type { Owner } from './cart-state.ts'
import type { CartCalls, CartItem } from './cart-calls.ts'
import { writeGuestCart } from './guest-cart.ts'

export const addedAt = '2026-11-20T10:00:00.000Z'
export const idOf = (number: number) =>
  `0198f000-0000-7000-8000-${String(number).padStart(12, '0')}`
export const skylark = exampleTrack({ id: idOf(1), title: 'Skylark', customerPricePence: 569 })
export const glass = exampleTrack({
  id: idOf(2),
  title: 'The Parting Glass',
  customerPricePence: 1120,
})

type Changes<Code> = Partial<Omit<Refused, 'code'>> & { code: Code }

export function refused<Code extends Refused['code']>({ code, ...changes }: Changes<Code>) {
  return { ok: false as const, status: 409, message: 'A rule says no.', ...changes, code }
}

/** The server's response to an addition. */
export function added(
  { id, customerPricePence }: Pick<TrackSummary, 'id' | 'customerPricePence'>,
  totalItems: number,
) {
  return { ok: true as const, value: { trackId: id, addedAt, customerPricePence, totalItems } }
}

/** The fake server has its own cart; `listed` has the tracks with their present prices. */
export function openCart(owner: Owner, overrides: Partial<CartCalls> = {}) {
  localStorage.clear()
  let atServer: CartItem[] = []
  const listed = new Map([skylark, glass].map((track) => [track.id, track]))
  const respond = () =>
    Promise.resolve({ ok: true as const, value: { items: [...atServer], gone: [] } })
  const calls: CartCalls = {
    load: respond,
    add: (trackId) => {
      const track = listed.get(trackId) ?? exampleTrack({ id: trackId })
      atServer.push({ track, addedAt })
      return Promise.resolve(added(track, atServer.length))
    },
    remove: (trackId) => {
      atServer = atServer.filter(({ track }) => track.id !== trackId)
      return respond()
    },
    clear: () => {
      atServer = []
      return respond()
    },
    price: (items) =>
      Promise.resolve({
        ok: true,
        value: items.flatMap((item) => {
          const track = listed.get(item.trackId)
          return track === undefined ? [] : [{ track, addedAt: item.addedAt }]
        }),
      }),
    checkout: () => Promise.resolve({ ok: true, value: 'https://pay.test/1' }),
    ...overrides,
  }
  const onLoggedOut = vi.fn<() => void>()
  const onMerged = vi.fn<(merge: Merge) => void>()
  const cart = createCart({
    calls,
    storage: () => localStorage,
    findOwner: () => Promise.resolve(owner),
    onLoggedOut,
    onMerged,
  })
  const titles = () => cart.get().items.map(({ track }) => track.title)
  return { cart, titles, listed, onLoggedOut, onMerged, atServer: () => atServer }
}

export function storeOnDevice(...tracks: Pick<TrackSummary, 'id'>[]) {
  writeGuestCart(
    localStorage,
    tracks.map(({ id }) => ({ trackId: id, addedAt })),
  )
}
