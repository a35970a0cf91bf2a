// The one cart of a browser tab and its changes: on this device for a guest, at the server for an account.

import type { AddedToCart, addToCart } from '#contracts/cart.ts'
import type { TrackSummary } from '#contracts/tracks.ts'
import { largestCart } from '#rules/product.ts'
import { cartErrors } from '#rules/errors/cart-errors.ts'
import { accountMessages } from '#web/accounts/account-messages.ts'
import type { CodeOf, Refused, Result } from '#web/api/result.ts'
import type { CartItem, LoadedCart } from './cart-calls.ts'
import { storeSeen } from './cart-changes.ts'
import { confirmChanges, followOwner, loadCart } from './cart-loading.ts'
import { cartMessages } from './cart-messages.ts'
import {
  createCartStore,
  handleRefusal,
  putItems,
  type CartDeps,
  type CartParts,
  type Owner,
} from './cart-state.ts'
import { readGuestCart, removeFromGuestCart, writeGuestCart, type GuestItem } from './guest-cart.ts'

/** `isLoggedOut` when the session has ended: the buttons then open the login page. */
export type Outcome = { ok: true } | { ok: false; code: Code; message: string; isLoggedOut?: true }

/** `session_unknown`: the owner of the cart is not known, because there was no session response. */
type Code = Refused<CodeOf<typeof addToCart>>['code'] | 'session_unknown'

const done: Outcome = { ok: true }
const sessionUnknown: Outcome = {
  ok: false,
  code: 'session_unknown',
  message: accountMessages.sessionUnknown,
}

export function createCart(deps: CartDeps) {
  const store = createCartStore()
  const cart: CartParts = { ...deps, store }
  const settle = settleChanges(cart)
  return {
    store,
    get: store.getState,
    follow: (owner: Owner) => followOwner(cart, owner),
    load: () => loadCart(cart),
    add: (track: TrackSummary, failed: string = cartMessages.addFailed) =>
      add(cart, settle, { track, failed }),
    remove: (trackId: string) => remove(cart, settle, trackId),
    clear: () => clear(cart, settle),
    checkout: () => checkout(cart),
    confirmChanges: () => confirmChanges(cart),
    /** Opening the dropdown loads the present prices. */
    setOpen(isOpen: boolean): void {
      store.setState({ isOpen })
      if (isOpen) void loadCart(cart)
    },
  }
}

async function add(
  cart: CartParts,
  settle: Settle,
  { track, failed }: { track: TrackSummary; failed: string },
): Promise<Outcome> {
  const owner = cart.store.getState().hasLapsed ? 'account' : await cart.findOwner()
  if (owner === 'unknown') return sessionUnknown
  // The price beside the button; that of a track in the cart may be one that still has to be confirmed.
  if (!cart.store.getState().items.some((item) => item.track.id === track.id))
    storeSeen(cart.storage(), [track])
  if (owner === 'guest') return addOnDevice(cart, track)
  const change = {
    call: cart.calls.add(track.id),
    itemsAfter: (added: AddedToCart) => itemsAfterAddition(cart, track, added),
  }
  const outcome = await settle(change, {
    unreachable: failed,
    silent: (status) => cartMessages.addFailedWithStatus(status),
  })
  if (!outcome.ok && outcome.isLoggedOut) storeUntilLogin(cart, track)
  return outcome
}

/** Null if the cart has been changed by another tab or device. */
function itemsAfterAddition(
  { store }: CartParts,
  track: TrackSummary,
  { addedAt, customerPricePence, totalItems }: AddedToCart,
): CartItem[] | null {
  const items = [...store.getState().items, { track: { ...track, customerPricePence }, addedAt }]
  return items.length === totalItems ? items : null
}

/** Stores the track on the device; the next login merges it into the account's cart. */
function storeUntilLogin(cart: CartParts, track: TrackSummary): void {
  const stored = readGuestCart(cart.storage())
  const item = { track, addedAt: new Date().toISOString() }
  if (stored.every(({ trackId }) => trackId !== track.id)) {
    writeGuestCart(cart.storage(), [...stored, asGuestItem(item)])
  }
  const { items } = cart.store.getState()
  if (items.every((shown) => shown.track.id !== track.id)) putItems(cart, [...items, item])
}

function addOnDevice(cart: CartParts, track: TrackSummary): Outcome {
  const stored = readGuestCart(cart.storage())
  if (stored.some(({ trackId }) => trackId === track.id)) return refusal('track_already_in_cart')
  if (stored.length >= largestCart) return refusal('cart_full')
  const item = { track, addedAt: new Date().toISOString() }
  writeGuestCart(cart.storage(), [...stored, asGuestItem(item)])
  putItems(cart, [...cart.store.getState().items, item])
  return done
}

async function remove(cart: CartParts, settle: Settle, trackId: string): Promise<Outcome> {
  const { owner, items } = cart.store.getState()
  if (owner === 'unknown') return sessionUnknown
  if (owner === 'account') {
    return settle(whole(cart.calls.remove(trackId)), always(cartMessages.removeFailed))
  }
  removeFromGuestCart(cart.storage(), new Set([trackId]))
  putItems(
    cart,
    items.filter(({ track }) => track.id !== trackId),
  )
  return done
}

async function clear(cart: CartParts, settle: Settle): Promise<Outcome> {
  const { owner } = cart.store.getState()
  if (owner === 'unknown') return sessionUnknown
  if (owner === 'account')
    return settle(whole(cart.calls.clear()), always(cartMessages.clearFailed))
  writeGuestCart(cart.storage(), [])
  putItems(cart, [])
  return done
}

/** Returns the URL of the payment page. */
async function checkout(cart: CartParts): Promise<Result<string>> {
  const result = await cart.calls.checkout(cart.store.getState().items)
  if (result.ok) return result
  handleRefusal(cart, result)
  if (result.code === 'cart_changed' || result.code === 'cart_empty') void loadCart(cart)
  const message = failureText(result, {
    unreachable: cartMessages.checkoutFailed,
    silent: () => cartMessages.checkoutSessionFailed,
  })
  return { ...result, message }
}

/** `unreachable` when the server was not reached, `silent` when the response had no message. */
type Fallbacks = { unreachable: string; silent: (status: number) => string }

type Change<Value> = {
  call: Promise<Result<Value, CodeOf<typeof addToCart>>>
  /** Null if they are not known. */
  itemsAfter: (value: Value) => CartItem[] | null
}

type Settle = <Value>(change: Change<Value>, fallbacks: Fallbacks) => Promise<Outcome>

function whole(call: Promise<Result<LoadedCart, never>>): Change<LoadedCart> {
  return { call, itemsAfter: ({ items }) => items }
}

/**
 * Shows the cart after each change. Responses to concurrent changes may arrive out of order, and other devices may have
 * changed the cart: then the whole cart is loaded again.
 */
function settleChanges(cart: CartParts): Settle {
  let pending = 0
  let isOutdated = false
  return async ({ call, itemsAfter }, fallbacks) => {
    pending++
    if (pending > 1) isOutdated = true
    const result = await call
    pending--
    if (result.ok && !isOutdated) {
      const items = itemsAfter(result.value)
      if (items === null) isOutdated = true
      else putItems(cart, items)
    }
    if (isOutdated && pending === 0) {
      isOutdated = false
      await loadCart(cart)
    }
    if (result.ok) return done
    handleRefusal(cart, result)
    const { code } = result
    if (result.status === 401) {
      return { ok: false, code, message: accountMessages.loggedOut, isLoggedOut: true }
    }
    return { ok: false, code, message: failureText(result, fallbacks) }
  }
}

/** The server's own message first (D-049, D-051). */
function failureText({ status, code, message }: Refused, fallbacks: Fallbacks): string {
  if (status === 0) return fallbacks.unreachable
  return code === 'unknown' ? fallbacks.silent(status) : message
}

function always(message: string): Fallbacks {
  return { unreachable: message, silent: () => message }
}

function asGuestItem({ track, addedAt }: CartItem): GuestItem {
  return { trackId: track.id, addedAt }
}

function refusal(code: 'track_already_in_cart' | 'cart_full'): Outcome {
  return { ok: false, code, message: cartErrors[code].message }
}
