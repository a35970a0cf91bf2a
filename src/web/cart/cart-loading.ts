// Loads the cart of its owner, and follows the session from one owner to the next.

import { accountMessages } from '#web/accounts/account-messages.ts'
import { cartMessages } from './cart-messages.ts'
import { handleRefusal, putItems, type CartParts, type Owner } from './cart-state.ts'
import { readGuestCart, removeFromGuestCart } from './guest-cart.ts'
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
  }
  store.setState({ owner, isLoading: true, error: null })
  if (owner === 'account' && readGuestCart(storage()).length > 0) {
    cart.onMerged(await mergeGuestCart(cart.calls, storage()))
  }
  await loadCart(cart)
}

/** Loads the items at the server's present prices; tracks that are not listed any more are removed. */
export async function loadCart(cart: CartParts): Promise<void> {
  const { store, calls, storage } = cart
  const { owner, changes } = store.getState()
  store.setState({ isLoading: true })
  if (owner === 'unknown') return waitForOwner(cart)
  const onDevice = owner === 'guest' ? readGuestCart(storage()) : []
  const result = await (owner === 'account' ? calls.load() : calls.price(onDevice))
  const present = store.getState()
  if (owner !== present.owner) return
  if (changes !== present.changes) return loadCart(cart)
  if (!result.ok) {
    store.setState({ isLoading: false, error: cartMessages.loadFailed })
    return handleRefusal(cart, result)
  }
  putItems(cart, result.value)
  const gone = new Set(onDevice.map(({ trackId }) => trackId))
  for (const { track } of result.value) gone.delete(track.id)
  if (gone.size > 0) removeFromGuestCart(storage(), gone)
}

/** A known owner triggers `followOwner`; without a session response there is no cart to show. */
async function waitForOwner({ store, findOwner }: CartParts): Promise<void> {
  const owner = await findOwner()
  if (owner === 'unknown') store.setState({ isLoading: false, error: cartMessages.loadFailed })
}
