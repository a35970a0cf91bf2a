// The one cart of a browser tab: on this device for a guest, at the server for an account.

import type { TrackSummary } from '#web/tracks/track-summary.ts'
import { largestCart } from '#rules/product.ts'
import { refusalMessage } from '#rules/refusal.ts'
import type { addToCart } from '#contracts/cart.ts'
import type { CodeOf, Refused, Result } from '#web/api/result.ts'
import type { DeviceStorage } from '#web/api/device-storage.ts'
import { messages } from '#web/messages.ts'
import type { CartCalls, CartItem } from './cart-calls.ts'
import { readGuestCart, removeFromGuestCart, writeGuestCart, type GuestItem } from './guest-cart.ts'
import { mergeGuestCart, type Merge } from './merge-guest-cart.ts'
import { refusalText } from './refusal-text.ts'

export type Owner = 'guest' | 'account' | 'unknown'

export type CartState = {
  owner: Owner
  items: CartItem[]
  totalItems: number
  totalPricePence: number
  isLoading: boolean
  error: string | null
  isOpen: boolean
}

/** `isLoggedOut` when the session has ended: the buttons then open the login page. */
type Outcome = { ok: true } | { ok: false; code: Code; message: string; isLoggedOut?: true }

/** `session_unknown`: whose cart it is could not be found out. */
type Code = Refused<CodeOf<typeof addToCart>>['code'] | 'session_unknown'

type Deps = {
  calls: CartCalls
  storage: () => DeviceStorage
  /** Returns the cart's owner; waits for the session response if necessary. */
  findOwner: () => Promise<Owner>
  /** Called when the server has refused the session. */
  onLoggedOut: () => void
  onMerged: (merge: Merge) => void
}

export const emptyCart: CartState = {
  owner: 'unknown',
  items: [],
  totalItems: 0,
  totalPricePence: 0,
  isLoading: true,
  error: null,
  isOpen: false,
}

const done: Outcome = { ok: true }
const sessionUnknown: Outcome = {
  ok: false,
  code: 'session_unknown',
  message: messages.sessionUnknown,
}

export function createCart(deps: Deps) {
  const { calls } = deps
  let state = emptyCart
  /** Counts changes: a response to a request from before the latest change contains an older cart. */
  let changes = 0
  let pending = 0
  let hasOverlapped = false
  /** The session ended while the account's cart was shown: it stays visible until the next login. */
  let hasLapsed = false
  const listeners = new Set<() => void>()

  function put(change: Partial<CartState>) {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  function putItems(items: CartItem[]) {
    changes++
    put({
      items,
      totalItems: items.length,
      totalPricePence: items.reduce((sum, { track }) => sum + track.customerPricePence, 0),
      isLoading: false,
      error: null,
    })
  }

  /** Called with each change of the session. The shown items stay until the next owner is known. */
  async function follow(owner: Owner): Promise<void> {
    if (owner === 'guest' && hasLapsed) {
      // The server refuses every change of this cart, and each refusal opens the login page.
      return put({ owner: 'account', isLoading: false, error: messages.loggedOut })
    }
    if (owner !== 'unknown') {
      hasLapsed = false
      putItems([])
    }
    put({ owner, isLoading: true, error: null })
    if (owner === 'account' && readGuestCart(deps.storage()).length > 0) {
      deps.onMerged(await mergeGuestCart(calls, deps.storage()))
    }
    await load()
  }

  /** Loads the items at the server's present prices; tracks that are not listed any more are removed. */
  async function load(): Promise<void> {
    const changesBefore = changes
    const { owner } = state
    put({ isLoading: true })
    if (owner === 'unknown') return waitForOwner()
    const onDevice = owner === 'guest' ? readGuestCart(deps.storage()) : []
    const result = await (owner === 'account' ? calls.load() : calls.price(onDevice))
    if (owner !== state.owner) return
    if (changesBefore !== changes) return load()
    if (!result.ok) {
      put({ isLoading: false, error: messages.cartLoadFailed })
      return handle(result)
    }
    putItems(result.value)
    const gone = new Set(onDevice.map(({ trackId }) => trackId))
    for (const { track } of result.value) gone.delete(track.id)
    if (gone.size > 0) removeFromGuestCart(deps.storage(), gone)
  }

  /** A known owner triggers `follow`; without a session response there is no cart to show. */
  async function waitForOwner(): Promise<void> {
    const owner = await deps.findOwner()
    if (owner === 'unknown') put({ isLoading: false, error: messages.cartLoadFailed })
  }

  async function add(
    track: TrackSummary,
    failed: string = messages.cartAddFailed,
  ): Promise<Outcome> {
    const owner = hasLapsed ? 'account' : await deps.findOwner()
    if (owner === 'unknown') return sessionUnknown
    if (owner === 'guest') return addOnDevice(track)
    const outcome = await settle(calls.add(track.id), {
      unreachable: failed,
      silent: (status) => messages.cartAddFailedWithStatus(status),
    })
    if (!outcome.ok && outcome.isLoggedOut) storeUntilLogin(track)
    return outcome
  }

  /** Stores the track on the device; the next login merges it into the account's cart. */
  function storeUntilLogin(track: TrackSummary) {
    const stored = readGuestCart(deps.storage())
    const item = { track, addedAt: new Date().toISOString() }
    if (stored.every(({ trackId }) => trackId !== track.id)) {
      writeGuestCart(deps.storage(), [...stored, asGuestItem(item)])
    }
    if (state.items.every((shown) => shown.track.id !== track.id)) {
      putItems([...state.items, item])
    }
  }

  function addOnDevice(track: TrackSummary): Outcome {
    const stored = readGuestCart(deps.storage())
    if (stored.some(({ trackId }) => trackId === track.id)) return refusal('track_already_in_cart')
    if (stored.length >= largestCart) return refusal('cart_full')
    const item = { track, addedAt: new Date().toISOString() }
    writeGuestCart(deps.storage(), [...stored, asGuestItem(item)])
    putItems([...state.items, item])
    return done
  }

  async function remove(trackId: string): Promise<Outcome> {
    if (state.owner === 'unknown') return sessionUnknown
    if (state.owner === 'account') {
      return settle(calls.remove(trackId), {
        unreachable: messages.cartRemoveFailed,
        silent: () => messages.cartRemoveFailed,
      })
    }
    removeFromGuestCart(deps.storage(), new Set([trackId]))
    putItems(state.items.filter(({ track }) => track.id !== trackId))
    return done
  }

  async function clear(): Promise<Outcome> {
    if (state.owner === 'unknown') return sessionUnknown
    if (state.owner === 'account') {
      return settle(calls.clear(), {
        unreachable: messages.cartClearFailed,
        silent: () => messages.cartClearFailed,
      })
    }
    writeGuestCart(deps.storage(), [])
    putItems([])
    return done
  }

  /** Returns the URL of the payment page. */
  async function checkout(): Promise<Result<string>> {
    const result = await calls.checkout(state.items)
    if (result.ok) return result
    handle(result)
    if (result.code === 'cart_changed' || result.code === 'cart_empty') void load()
    return {
      ...result,
      message: refusalText(result, {
        unreachable: messages.checkoutFailed,
        silent: messages.checkoutSessionFailed,
      }),
    }
  }

  /** Responses to concurrent changes may arrive out of order; then the whole cart is loaded again. */
  async function settle(
    change: Promise<Result<CartItem[], CodeOf<typeof addToCart>>>,
    fallbacks: { unreachable: string; silent: (status: number) => string },
  ): Promise<Outcome> {
    pending++
    if (pending > 1) hasOverlapped = true
    const result = await change
    pending--
    if (!hasOverlapped && result.ok) putItems(result.value)
    if (hasOverlapped && pending === 0) {
      hasOverlapped = false
      await load()
    }
    if (result.ok) return done
    handle(result)
    const { code } = result
    if (result.status === 401)
      return { ok: false, code, message: messages.loggedOut, isLoggedOut: true }
    const silent = fallbacks.silent(result.status)
    const message = refusalText(result, { unreachable: fallbacks.unreachable, silent })
    return { ok: false, code, message }
  }

  function handle(refused: Refused) {
    const isShown = state.owner === 'account' && state.items.length > 0
    if (refused.status === 401 && isShown) hasLapsed = true
    if (refused.status === 401 || refused.status === 403) deps.onLoggedOut()
  }

  return {
    get: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    follow,
    load,
    add,
    remove,
    clear,
    checkout,
    hasLapsed: () => hasLapsed,
    /** Opening the dropdown loads the present prices. */
    setOpen(isOpen: boolean): void {
      put({ isOpen })
      if (isOpen) void load()
    },
  }
}

function asGuestItem({ track, addedAt }: CartItem): GuestItem {
  return { trackId: track.id, addedAt }
}

function refusal(code: 'track_already_in_cart' | 'cart_full'): Outcome {
  return { ok: false, code, message: refusalMessage(code) }
}
