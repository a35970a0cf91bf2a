// The session of this browser window, and how components watch it.

import { useSyncExternalStore } from 'react'
import type { getIdAndRole } from '#contracts/accounts.ts'
import { attempt } from '#web/api/browser.ts'
import { createSession, unknownSession, type Session } from './session.ts'

const isBannedKey = 'isBanned'

export const session = createSession({
  ask: () => attempt<typeof getIdAndRole>('GET /api/proxy/auth/get-id-and-role', {}),
  keepIsBanned(isBanned) {
    if (isBanned) localStorage.setItem(isBannedKey, 'true')
    else localStorage.removeItem(isBannedKey)
  },
})

export function useSession(): Session {
  return useSyncExternalStore(session.subscribe, session.get, () => unknownSession)
}
