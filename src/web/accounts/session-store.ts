// The session of this browser tab, and the hook that subscribes components to it.

import { useEffect, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { getIdAndRole } from '#contracts/accounts/accounts.ts'
import { request } from '#web/api/browser.ts'
import { deviceStorage } from '#web/api/device-storage.ts'
import { createSession, type Session } from './session.ts'

const isBannedKey = 'isBanned'
/** Whether the user has paid for a commission: without one, how commissions work is explained (D-093). */
export const hasBoughtCommissionKey = 'undersong.has-bought-commission'
/** The id of the logged-in user. A change notifies the other tabs of a login or logout. */
const accountKey = 'undersong:account'
/** Set when the user has submitted the logout form. */
const logOutKey = 'undersong:log-out'
/** Set when the last session in this browser ended without a logout. */
const lapsedKey = 'undersong:lapsed'

/**
 * Runs before the first paint. Pages are rendered for visitors, with a login link. If an account was used last in
 * this browser, the link stays hidden until the server has returned the session.
 */
export const accountScript = `try{if(localStorage.getItem('${accountKey}'))document.documentElement.dataset.account=''}catch{}`

/** As stored until the server has responded. The server enforces bans, also if the flag is removed. */
const banned = createStore<boolean>(() => deviceStorage().getItem(isBannedKey) === 'true')

export function useIsBanned(): boolean {
  // Pages are rendered for visitors, who are not banned.
  return useSyncExternalStore(banned.subscribe, banned.getState, () => false)
}

export const session = createSession({
  fetchSession: () => request<typeof getIdAndRole>('GET /api/proxy/auth/get-id-and-role', {}),
  store({ id, isBanned, hasBoughtCommission }) {
    const storage = deviceStorage()
    storage.setItem(hasBoughtCommissionKey, String(hasBoughtCommission))
    if (isBanned) storage.setItem(isBannedKey, 'true')
    else storage.removeItem(isBannedKey)
    banned.setState(isBanned, true)
    document.documentElement.toggleAttribute('data-account', id !== null)
    const wasLoggedIn = storage.getItem(accountKey) !== null
    const wasLogOutRequested = storage.getItem(logOutKey) !== null
    if (id !== null || wasLogOutRequested) storage.removeItem(lapsedKey)
    else if (wasLoggedIn) storage.setItem(lapsedKey, 'true')
    storage.removeItem(logOutKey)
    if (id === null) storage.removeItem(accountKey)
    else storage.setItem(accountKey, id)
  },
})

/** Called when the logout form is submitted: the next session response is the same as after an expired session. */
export function storeLogOut(): void {
  deviceStorage().setItem(logOutKey, 'true')
}

/** Stays true across reloads, until the next login or logout. */
export function hasSessionLapsed(): boolean {
  return deviceStorage().getItem(lapsedKey) !== null
}

const otherTabListeners = new Set<() => void>()

if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === isBannedKey) banned.setState(newValue === 'true', true)
    const present = session.get()
    if (key !== accountKey || present.state === 'unknown') return
    if (newValue === userIdIn(present)) return
    session.invalidate()
    for (const listener of otherTabListeners) listener()
  })
}

/** The server has told that the account has changed: the known session is shown until it has responded. */
export async function refetchSession(): Promise<void> {
  const before = userIdIn(session.get())
  await session.refresh()
  if (userIdIn(session.get()) === before) return
  for (const listener of otherTabListeners) listener()
}

/** For an action that may change the session, also when the response is a redirect, which throws. */
export async function changingSession<Data>(action: () => Promise<Data>): Promise<Data> {
  try {
    return await action()
  } finally {
    session.invalidate()
  }
}

function userIdIn(present: Session): string | null {
  return present.state === 'user' ? present.id : null
}

/** Called after a login or logout in another tab: this tab may show data of a different user. */
export function onChangeInOtherTab(listener: () => void): () => void {
  otherTabListeners.add(listener)
  return () => otherTabListeners.delete(listener)
}

/**
 * The hook of a store that follows the session. The first component that uses it makes `follow` hear of the session, now
 * and at each change.
 */
export function sessionStoreHook<State>(
  store: StoreApi<State>,
  follow: (present: Session) => void,
  onStart?: () => void,
) {
  let isFollowing = false
  const start = () => {
    if (isFollowing) return
    isFollowing = true
    void session.known()
    follow(session.get())
    session.store.subscribe(follow)
    onStart?.()
  }
  return function useFollowingStore<Selected>(select: (state: State) => Selected): Selected {
    useEffect(start, [])
    return useStore(store, select)
  }
}

export function useSession(): Session {
  useEffect(() => void session.known(), [])
  return useStore(session.store)
}
