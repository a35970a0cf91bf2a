// The cart of this browser tab, and the hook that subscribes components to it.

import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { Session } from '#web/accounts/session.ts'
import { session } from '#web/accounts/session-store.ts'
import { deviceStorage } from '#web/api/device-storage.ts'
import { toast } from '#web/ui/toasts/toast.ts'
import { createCart } from './cart.ts'
import { browserCartCalls } from './cart-calls.ts'
import { cartMessages } from './cart-messages.ts'
import type { CartState, Owner } from './cart-state.ts'
import { guestCartKey } from './guest-cart.ts'

export const cart = createCart({
  calls: browserCartCalls,
  storage: deviceStorage,
  findOwner: async () => ownerOf(await session.known()),
  // Of a banned user it stays the same: one that was unknown in between would load the cart again, without end.
  onLoggedOut: () => void session.refresh(),
  onMerged({ left, failed }) {
    if (failed > 0) toast.error(cartMessages.mergeFailed)
    if (left.length > 0) toast.info(cartMessages.tracksLeft(left.length))
  },
})

/** The first component that shows the cart makes it follow the session. */
export function useCart<Selected>(select: (state: CartState) => Selected): Selected {
  useEffect(startFollowing, [])
  return useStore(cart.store, select)
}

let isFollowing = false

function startFollowing(): void {
  if (isFollowing) return
  isFollowing = true
  void session.known()
  void cart.follow(ownerOf(session.get()))
  session.store.subscribe((present) => void cart.follow(ownerOf(present)))
  // Another tab has changed the guest's cart.
  window.addEventListener('storage', (event) => {
    if (event.key === guestCartKey && cart.get().owner === 'guest') void cart.load()
  })
}

function ownerOf({ state }: Session): Owner {
  if (state === 'unknown') return 'unknown'
  return state === 'user' ? 'account' : 'guest'
}

/** Of the dropdown, for the buttons that open it. */
export const cartMenuId = 'cart-menu'
