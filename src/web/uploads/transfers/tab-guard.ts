// What holds for everything that a tab sends: closing the tab would stop it, and another account must not go on with it.

import { session } from '#web/accounts/session-store.ts'

type Guarded = { isAnyOnTheWay: () => boolean; clear: () => void }

/** Called once for each store of transfers; nothing to do while a page is rendered on the server. */
export function guardTransfers({ isAnyOnTheWay, clear }: Guarded): void {
  if (typeof window === 'undefined') return
  window.addEventListener('beforeunload', (event) => {
    if (isAnyOnTheWay()) event.preventDefault()
  })
  let owner: string | null = null
  session.store.subscribe((present) => {
    if (present.state === 'unknown') return
    const next = present.state === 'user' ? present.id : null
    if (owner !== null && next !== owner) clear()
    owner = next
  })
}
