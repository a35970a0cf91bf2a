// The cart of this browser tab: on this device for a guest, at the server for an account.

import { createStore } from 'zustand/vanilla'
import type { addToCart, clearCart, getCart, removeFromCart } from '#contracts/cart.ts'
import type { TrackSummary } from '#contracts/tracks.ts'
import { cartErrors } from '#rules/errors/cart-errors.ts'
import { maxCartTracks } from '#rules/product.ts'
import { accountMessages } from '#web/accounts/account-messages.ts'
import type { Session } from '#web/accounts/session.ts'
import { session, sessionStoreHook } from '#web/accounts/session-store.ts'
import { request } from '#web/api/browser.ts'
import type { CodeOf, Refused, Result } from '#web/api/result.ts'
import { toast } from '#web/ui/toasts/toast.ts'
import { cartMessages } from './cart-messages.ts'
import {
  findGuestTracks,
  guestCartKey,
  guestContents,
  mergeGuestCart,
  readGuestCart,
  removeFromGuestCart,
  writeGuestCart,
  type CartContents,
  type LeftTrack,
} from './guest-cart.ts'
import { keepSeen, noticePrices, storeSeen, type PriceChange } from './seen-tracks.ts'

export type Owner = 'guest' | 'account' | 'unknown'

export type CartState = CartContents & {
  owner: Owner
  totalItems: number
  totalPricePence: number
  /** Since the user last saw these prices. */
  priceChanges: PriceChange[]
  /** Tracks of a guest's cart that the account cannot have in its cart. */
  left: LeftTrack[]
  isLoading: boolean
  error: string | null
  isOpen: boolean
  /** The session ended while the account's cart was shown: it stays visible until the next login. */
  hasLapsed: boolean
}

const store = createStore<CartState>(() => ({
  owner: 'unknown',
  items: [],
  totalItems: 0,
  totalPricePence: 0,
  priceChanges: [],
  gone: [],
  left: [],
  isLoading: true,
  error: null,
  isOpen: false,
  hasLapsed: false,
}))
const { getState, setState } = store

export const cart = {
  get: getState,
  follow,
  load,
  add,
  remove,
  clear,
  confirmChanges,
  handleRefusal,
  /** Opening the dropdown loads the present prices. */
  setOpen(isOpen: boolean): void {
    setState({ isOpen })
    if (isOpen) void load()
  },
}

/** The first component that shows the cart makes it follow the session. */
export const useCart = sessionStoreHook(
  store,
  (present) => void follow(ownerOf(present)),
  // Another tab has changed the guest's cart.
  () =>
    window.addEventListener('storage', (event) => {
      if (event.key === guestCartKey && getState().owner === 'guest') void load()
    }),
)

/** The id of the dropdown, for the buttons that open it. */
export const cartMenuId = 'cart-menu'

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

/** Called with each change of the session. The shown items stay until the next owner is known. */
async function follow(owner: Owner): Promise<void> {
  if (owner === 'guest' && getState().hasLapsed) {
    // The server refuses every change of this cart, and each refusal opens the login page.
    return setState({ owner: 'account', isLoading: false, error: accountMessages.loggedOut })
  }
  if (owner !== 'unknown') {
    show({ items: [], gone: [] })
    setState({ left: [], hasLapsed: false })
  }
  setState({ owner, isLoading: true, error: null })
  if (owner === 'account' && readGuestCart().length > 0) {
    const { left, failed } = await mergeGuestCart((trackId) => inOrder(() => callAdd(trackId)))
    setState({ left })
    if (failed > 0) toast.error(cartMessages.mergeFailed)
    if (left.length > 0) toast.info(cartMessages.tracksLeft(left.length))
  }
  await load()
}

/** Loads the items at the server's present prices; tracks that are not for sale any more are named. */
async function load(): Promise<void> {
  const { owner } = getState()
  setState({ isLoading: true })
  if (owner === 'unknown') return waitForOwner()
  const result = await (owner === 'account'
    ? inOrder(() => request<typeof getCart>('GET /api/proxy/auth/cart', {}))
    : findGuestTracks())
  if (owner !== getState().owner) return
  if (!result.ok) {
    setState({ isLoading: false, error: cartMessages.loadFailed })
    return handleRefusal(result)
  }
  const { value } = result
  const contents = 'askedIds' in value ? guestContents(value, getState().items) : value
  show(contents)
  keepSeen(contents)
}

/** A known owner triggers `follow`; without a session response there is no cart to show. */
async function waitForOwner(): Promise<void> {
  const { state } = await session.known()
  if (state === 'unknown') setState({ isLoading: false, error: cartMessages.loadFailed })
}

async function add(track: TrackSummary, failed: string = cartMessages.addFailed): Promise<Outcome> {
  const owner = getState().hasLapsed ? 'account' : ownerOf(await session.known())
  if (owner === 'unknown') return sessionUnknown
  if (owner === 'guest') return addOnDevice(track)
  const outcome = await change(
    () => {
      storePriceOfButton(track)
      return callAdd(track.id)
    },
    { unreachable: failed, silent: (status) => cartMessages.addFailedWithStatus(status) },
  )
  // The next login merges the track into the account's cart.
  if (!outcome.ok && outcome.isLoggedOut && !isShown(track)) storeOnDevice(track)
  return outcome
}

function callAdd(trackId: string) {
  return request<typeof addToCart>('POST /api/proxy/auth/cart/add', { trackId })
}

/** The user has seen it beside the button; the price of a track in the cart may still have to be confirmed. */
function storePriceOfButton(track: TrackSummary): void {
  if (!isShown(track)) storeSeen([track])
}

function addOnDevice(track: TrackSummary): Outcome {
  const stored = readGuestCart()
  if (stored.some(({ trackId }) => trackId === track.id)) return refusal('track_already_in_cart')
  if (stored.length >= maxCartTracks) return refusal('cart_full')
  storePriceOfButton(track)
  storeOnDevice(track)
  return done
}

function storeOnDevice(track: TrackSummary): void {
  const { items, gone } = getState()
  const addedAt = new Date().toISOString()
  writeGuestCart([...readGuestCart(), { trackId: track.id, addedAt }])
  show({ items: [...items, { track, addedAt }], gone })
}

async function remove(trackId: string): Promise<Outcome> {
  const { owner, items, gone } = getState()
  if (owner === 'unknown') return sessionUnknown
  if (owner === 'account') {
    return change(() => callRemove(trackId), always(cartMessages.removeFailed))
  }
  removeFromGuestCart(new Set([trackId]))
  show({ items: items.filter(({ track }) => track.id !== trackId), gone })
  return done
}

function callRemove(trackId: string) {
  const route = 'DELETE /api/proxy/auth/cart/remove/{trackId}'
  return request<typeof removeFromCart>(route, { trackId })
}

async function clear(): Promise<Outcome> {
  const { owner } = getState()
  if (owner === 'unknown') return sessionUnknown
  if (owner === 'account') {
    const call = () => request<typeof clearCart>('POST /api/proxy/auth/cart/clear', {})
    return change(call, always(cartMessages.clearFailed))
  }
  writeGuestCart([])
  show({ items: [], gone: [] })
  return done
}

/** The user has read what has changed: the present prices count as seen, and tracks that are gone leave the cart. */
async function confirmChanges(): Promise<void> {
  const { owner, items, gone } = getState()
  storeSeen(items.map(({ track }) => track))
  setState({ priceChanges: [], gone: [], left: [] })
  const goneIds = gone.map(({ trackId }) => trackId)
  if (owner === 'guest') return removeFromGuestCart(new Set(goneIds))
  for (const trackId of goneIds) {
    const removed = await inOrder(() => callRemove(trackId))
    // It is named again with the next load.
    if (!removed.ok) return handleRefusal(removed)
  }
}

let lastCall: Promise<unknown> = Promise.resolve()

/**
 * Each call about an account's cart answers the whole cart. The calls are sent one after the other, so that the last answer
 * is the newest cart.
 */
function inOrder<Value>(call: () => Promise<Value>): Promise<Value> {
  const answer = lastCall.then(call, call)
  lastCall = answer
  return answer
}

/** `unreachable` when the server was not reached, `silent` when the response had no message. */
type Fallbacks = { unreachable: string; silent: (status: number) => string }

type Answer = Result<CartContents, CodeOf<typeof addToCart>>

async function change(call: () => Promise<Answer>, fallbacks: Fallbacks): Promise<Outcome> {
  const { owner } = getState()
  const result = await inOrder(call)
  if (result.ok) {
    // Otherwise the user has logged in or out meanwhile.
    if (owner === getState().owner) show(result.value)
    return done
  }
  handleRefusal(result)
  const { status, code, message } = result
  if (status === 401)
    return { ok: false, code, message: accountMessages.loggedOut, isLoggedOut: true }
  if (status === 0) return { ok: false, code, message: fallbacks.unreachable }
  // The server's own message first (D-049, D-051).
  return { ok: false, code, message: code === 'unknown' ? fallbacks.silent(status) : message }
}

function always(message: string): Fallbacks {
  return { unreachable: message, silent: () => message }
}

/** The session after a refusal of any call, also of a checkout. */
function handleRefusal({ status }: Refused): void {
  const { owner, items } = getState()
  if (status === 401 && owner === 'account' && items.length > 0) setState({ hasLapsed: true })
  // A banned user stays known meanwhile: one that was unknown in between would load the cart again, without end.
  if (status === 401 || status === 403) void session.refresh()
}

function show({ items, gone }: CartContents): void {
  setState({
    items,
    gone,
    priceChanges: noticePrices(items.map(({ track }) => track)),
    totalItems: items.length,
    totalPricePence: items.reduce((sum, { track }) => sum + track.customerPricePence, 0),
    isLoading: false,
    error: null,
  })
}

function isShown({ id }: TrackSummary): boolean {
  return getState().items.some(({ track }) => track.id === id)
}

function ownerOf({ state }: Session): Owner {
  if (state === 'unknown') return 'unknown'
  return state === 'user' ? 'account' : 'guest'
}

function refusal(code: 'track_already_in_cart' | 'cart_full'): Outcome {
  return { ok: false, code, message: cartErrors[code].message }
}
