// The cart of this tab for tests, with a fake server.

import { vi } from 'vitest'
import type { TrackSummary } from '#contracts/tracks.ts'
import { session } from '#web/accounts/session-store.ts'
import { exampleTrack } from '#web/tracks/example-track.ts'
import { cart, type Owner } from './cart-store.ts'
import { writeGuestCart, type CartContents } from './guest-cart.ts'

export const addedAt = '2026-11-20T10:00:00.000Z'
export const idOf = (number: number) =>
  `0198f000-0000-7000-8000-${String(number).padStart(12, '0')}`
export const skylark = exampleTrack({ id: idOf(1), title: 'Skylark', customerPricePence: 569 })
export const glass = exampleTrack({
  id: idOf(2),
  title: 'The Parting Glass',
  customerPricePence: 1120,
})

/** A refusal of the server; without a code it has no message either. */
export function refused(status: number, code?: string, message = 'A rule says no.'): Response {
  return Response.json(code === undefined ? {} : { code, message }, { status })
}

type Answer = () => Promise<Response> | Response
type Server = {
  load: Answer
  add: (trackId: string) => ReturnType<Answer>
  remove: (trackId: string) => ReturnType<Answer>
  clear: Answer
  price: (trackIds: string[]) => ReturnType<Answer>
}

/**
 * The cart of a guest, or of an account with what the fake server has in `atServer`; `listed` has the tracks with their
 * present prices, `stored` is on the device before. Without a response there is no session, and the owner stays unknown.
 */
export async function openCart(
  owner: Owner,
  { stored = [], ...overrides }: Partial<Server> & { stored?: { id: string }[] } = {},
) {
  localStorage.clear()
  const listed = new Map([skylark, glass].map((track) => [track.id, track]))
  let atServer: CartContents['items'] = []
  const whole = () => Response.json({ items: atServer, gone: [] })
  const server: Server = {
    load: whole,
    add(trackId) {
      atServer.push({ track: listed.get(trackId) ?? exampleTrack({ id: trackId }), addedAt })
      return whole()
    },
    remove(trackId) {
      atServer = atServer.filter(({ track }) => track.id !== trackId)
      return whole()
    },
    clear() {
      atServer = []
      return whole()
    },
    price: (ids) => Response.json({ tracks: ids.flatMap((id) => listed.get(id) ?? []) }),
    ...overrides,
  }
  let sessionCalls = 0
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(path, 'http://undersong.test')
    if (pathname.endsWith('/get-id-and-role')) {
      sessionCalls++
      return sessionOf(owner)
    }
    if (pathname.endsWith('/by-id')) return server.price(searchParams.get('ids')?.split(',') ?? [])
    if (pathname.endsWith('/auth/cart')) return server.load()
    if (pathname.endsWith('/clear')) return server.clear()
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : {}
    const { trackId }: { trackId?: unknown } = Object(body)
    return pathname.endsWith('/add')
      ? server.add(String(trackId))
      : server.remove(pathname.split('/').at(-1) ?? '')
  })
  session.invalidate()
  await session.known()
  storeOnDevice(...stored)
  await cart.follow(owner)
  return {
    cart,
    titles: () => cart.get().items.map(({ track }) => track.title),
    listed,
    atServer: () => atServer,
    sessionCalls: () => sessionCalls,
  }
}

function sessionOf(owner: Owner): Response {
  if (owner === 'unknown') return Response.error()
  return Response.json(
    owner === 'guest'
      ? { id: null, role: null }
      : { id: 'mia', role: 'customer', username: 'Mia', isBanned: false },
  )
}

export function storeOnDevice(...tracks: Pick<TrackSummary, 'id'>[]) {
  writeGuestCart(tracks.map(({ id }) => ({ trackId: id, addedAt })))
}
