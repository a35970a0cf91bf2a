// The cart of this browser tab, and the hook that subscribes components to it.

import { useSyncExternalStore } from 'react'
import type { Session } from '#web/accounts/session.ts'
import { session } from '#web/accounts/session-store.ts'
import { deviceStorage } from '#web/api/device-storage.ts'
import { toast } from '#web/ui/toasts/toast.ts'
import { messages } from '#web/messages.ts'
import { createCart, emptyCart, type CartState, type Owner } from './cart.ts'
import { browserCartCalls } from './cart-calls.ts'
import { guestCartKey } from './guest-cart.ts'

export const cart = createCart({
  calls: browserCartCalls,
  storage: deviceStorage,
  findOwner: async () => ownerOf(await session.known()),
  onLoggedOut: () => session.invalidate(),
  onMerged({ left, failed }) {
    if (failed > 0) toast.error(messages.cartMergeFailed)
    if (left > 0) toast.error(messages.tracksLeftCart(left))
  },
})

export function useCart<Selected>(select: (state: CartState) => Selected): Selected {
  return useSyncExternalStore(
    subscribe,
    () => select(cart.get()),
    () => select(emptyCart),
  )
}

let isFollowing = false

function subscribe(listener: () => void): () => void {
  if (!isFollowing) {
    isFollowing = true
    followSession()
    followOtherTabs()
  }
  return cart.subscribe(listener)
}

function followSession() {
  let lastSession = session.get()
  session.subscribe(() => {
    const present = session.get()
    if (present === lastSession) return
    lastSession = present
    void cart.follow(ownerOf(present))
  })
  void cart.follow(ownerOf(lastSession))
}

function followOtherTabs() {
  window.addEventListener('storage', (event) => {
    if (event.key === guestCartKey && cart.get().owner === 'guest') void cart.load()
  })
}

function ownerOf({ state }: Session): Owner {
  if (state === 'unknown') return 'unknown'
  return state === 'user' ? 'account' : 'guest'
}
