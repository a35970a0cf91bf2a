// Loads the cart of its owner, and follows the session from one owner to the next.

import { accountMessages } from '#web/accounts/account-messages.ts'
import { cartMessages } from './cart-messages.ts'
import { handleRefusal, putItems, type CartParts, type Owner } from './cart-state.ts'
import type { Result } from '#web/api/result.ts'
import type { LoadedCart } from './cart-calls.ts'
import { keepSeen, namedByDevice, storeSeen } from './cart-changes.ts'
import { readGuestCart, removeFromGuestCart, type GuestItem } from './guest-cart.ts'
import { mergeGuestCart } from './merge-guest-cart.ts'

/** Called with each change of the session. The shown items stay until the next owner is known. */
export async function followOwner(cart: CartParts, owner: Owner): Promise<void> {
  const { store, storage } = cart
  if (owner === 'guest' && store.getState().hasLapsed) {
    // The server refuses every change of this cart, and each refusal opens the login page.
    return store.setState({ owner: 'account', isLoading: false, error: accountMessages.loggedOut })
  }
  if (owner !== 'unknown') {
    store.setState({ hasLapsed: false })
    putItems(cart, [])
    store.setState({ gone: [], left: [] })
  }
  store.setState({ owner, isLoading: true, error: null })
  if (owner === 'account' && readGuestCart(storage()).length > 0) {
    const merge = await mergeGuestCart(cart.calls, storage())
    store.setState({ left: merge.left })
    cart.onMerged(merge)
  }
  await loadCart(cart)
}

/** Loads the items at the server's present prices; tracks that are not for sale any more are named. */
export async function loadCart(cart: CartParts): Promise<void> {
  const { store, calls, storage } = cart
  const { owner, changes } = store.getState()
  store.setState({ isLoading: true })
  if (owner === 'unknown') return waitForOwner(cart)
  const onDevice = owner === 'guest' ? readGuestCart(storage()) : []
  const result = await (owner === 'account' ? calls.load() : loadFromDevice(cart, onDevice))
  const present = store.getState()
  if (owner !== present.owner) return
  if (changes !== present.changes) return loadCart(cart)
  if (!result.ok) {
    store.setState({ isLoading: false, error: cartMessages.loadFailed })
    return handleRefusal(cart, result)
  }
  const { items, gone } = result.value
  putItems(cart, items)
  store.setState({ gone })
  const ids = [...items.map(({ track }) => track.id), ...gone.map(({ trackId }) => trackId)]
  keepSeen(storage(), new Set(ids))
}

/** They stay on the device until the guest has read that they are gone: a track may be sold again. */
async function loadFromDevice(
  { calls, storage }: CartParts,
  onDevice: GuestItem[],
): Promise<Result<LoadedCart>> {
  const priced = await calls.price(onDevice)
  if (!priced.ok) return priced
  const sold = new Set(priced.value.map(({ track }) => track.id))
  const missing = onDevice.map(({ trackId }) => trackId).filter((trackId) => !sold.has(trackId))
  return { ok: true, value: { items: priced.value, gone: namedByDevice(storage(), missing) } }
}

/** The user has read what has changed: the present prices count as seen, and tracks that are gone leave the cart. */
export async function confirmChanges(cart: CartParts): Promise<void> {
  const { store, storage, calls } = cart
  const { owner, items, gone } = store.getState()
  storeSeen(
    storage(),
    items.map(({ track }) => track),
  )
  store.setState({ priceChanges: [], gone: [], left: [] })
  if (gone.length === 0) return
  const goneIds = gone.map(({ trackId }) => trackId)
  if (owner === 'guest') return removeFromGuestCart(storage(), new Set(goneIds))
  for (const trackId of goneIds) {
    const removed = await calls.remove(trackId)
    // It is named again with the next load.
    if (!removed.ok) return handleRefusal(cart, removed)
  }
}

/** A known owner triggers `followOwner`; without a session response there is no cart to show. */
async function waitForOwner({ store, findOwner }: CartParts): Promise<void> {
  const owner = await findOwner()
  if (owner === 'unknown') store.setState({ isLoading: false, error: cartMessages.loadFailed })
}
