// What a cart consists of: the items shown, and what the cart needs from the browser and the server.

import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Refused } from '#web/api/result.ts'
import type { DeviceStorage } from '#web/api/device-storage.ts'
import type { CartCalls, CartItem, GoneTrack } from './cart-calls.ts'
import { noticePrices, type PriceChange } from './cart-changes.ts'
import type { LeftTrack, Merge } from './merge-guest-cart.ts'

export type Owner = 'guest' | 'account' | 'unknown'

export type CartState = {
  owner: Owner
  items: CartItem[]
  totalItems: number
  totalPricePence: number
  /** Since the user last saw these prices. */
  priceChanges: PriceChange[]
  /** Not for sale any more. */
  gone: GoneTrack[]
  /** Of a guest's cart, after the login: owned, or the user's own. */
  left: LeftTrack[]
  isLoading: boolean
  error: string | null
  isOpen: boolean
  /** Counts changes: a response to a request from before the latest change contains an older cart. */
  changes: number
  /** The session ended while the account's cart was shown: it stays visible until the next login. */
  hasLapsed: boolean
}

export type CartDeps = {
  calls: CartCalls
  storage: () => DeviceStorage
  /** Returns the cart's owner; waits for the session response if necessary. */
  findOwner: () => Promise<Owner>
  /** Called when the server has refused the session. */
  onLoggedOut: () => void
  onMerged: (merge: Merge) => void
}

export type CartParts = CartDeps & { store: StoreApi<CartState> }

const emptyCart: CartState = {
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
  changes: 0,
  hasLapsed: false,
}

export function createCartStore(): StoreApi<CartState> {
  return createStore(() => emptyCart)
}

export function putItems({ store, storage }: CartParts, items: CartItem[]): void {
  const priceChanges = noticePrices(storage(), items)
  store.setState(({ changes }) => ({
    changes: changes + 1,
    items,
    priceChanges,
    totalItems: items.length,
    totalPricePence: items.reduce((sum, { track }) => sum + track.customerPricePence, 0),
    isLoading: false,
    error: null,
  }))
}

/** The session after a refusal of any call. */
export function handleRefusal({ store, onLoggedOut }: CartParts, { status }: Refused): void {
  const { owner, items } = store.getState()
  const isShown = owner === 'account' && items.length > 0
  if (status === 401 && isShown) store.setState({ hasLapsed: true })
  if (status === 401 || status === 403) onLoggedOut()
}
