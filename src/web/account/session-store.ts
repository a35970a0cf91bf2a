// The session of this browser window, and how components watch it.

import { useSyncExternalStore } from 'react'
import type { getIdAndRole } from '#contracts/accounts.ts'
import { request } from '#web/api/browser.ts'
import { deviceStorage } from '#web/browser/device-storage.ts'
import { createSession, unknownSession, type Session } from './session.ts'

const isBannedKey = 'isBanned'
/** Whose windows these are: a change is how the other windows hear of logging in and out. */
const accountKey = 'undersong:account'
/** Somebody has just asked to be logged out here. */
const logOutKey = 'undersong:log-out'
/** The last session in this browser ended unasked. */
const lapsedKey = 'undersong:lapsed'

/**
 * Runs before the first paint. Pages are rendered for visitors, with the way to log in: where an account was in use
 * last, it stays hidden until the server has said who asks.
 */
export const accountScript = `try{if(localStorage.getItem('${accountKey}'))document.documentElement.dataset.account=''}catch{}`

export const session = createSession({
  fetchSession: () => request<typeof getIdAndRole>('GET /api/proxy/auth/get-id-and-role', {}),
  store({ id, isBanned }) {
    const storage = deviceStorage()
    if (isBanned) storage.setItem(isBannedKey, 'true')
    else storage.removeItem(isBannedKey)
    document.documentElement.toggleAttribute('data-account', id !== null)
    const wasLoggedIn = storage.getItem(accountKey) !== null
    const wasRequested = storage.getItem(logOutKey) !== null
    if (id !== null || wasRequested) storage.removeItem(lapsedKey)
    else if (wasLoggedIn) storage.setItem(lapsedKey, 'true')
    storage.removeItem(logOutKey)
    if (id === null) storage.removeItem(accountKey)
    else storage.setItem(accountKey, id)
  },
})

/** Called as the form is sent: the answer after it is a visitor's, as after a session that ended by itself. */
export function rememberLogOut(): void {
  deviceStorage().setItem(logOutKey, 'true')
}

/** Says so across reloads, until somebody logs in or out. */
export function hasSessionLapsed(): boolean {
  return deviceStorage().getItem(lapsedKey) !== null
}

const elsewhere = new Set<() => void>()

if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key, newValue }) => {
    const present = session.get()
    const known = present.state === 'user' ? present.id : null
    if (key !== accountKey || present.state === 'unknown' || newValue === known) return
    session.invalidate()
    for (const listener of elsewhere) listener()
  })
}

/** Hears that another window has logged in or out: what this one shows of a person may be somebody else's. */
export function onChangeElsewhere(listener: () => void): () => void {
  elsewhere.add(listener)
  return () => elsewhere.delete(listener)
}

export function useSession(): Session {
  return useSyncExternalStore(session.subscribe, session.get, () => unknownSession)
}
