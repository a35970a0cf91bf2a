// The tracks that the user of this browser tab owns: fetched once for each user.

import { createStore } from 'zustand/vanilla'
import type { listOwnedIds } from '#contracts/orders.ts'
import type { Session } from '#web/accounts/session.ts'
import type { CodeOf, Result } from '#web/api/result.ts'

type Deps = {
  fetchIds: () => Promise<Result<{ trackIds: string[] }, CodeOf<typeof listOwnedIds>>>
}

export function createOwnedTracks({ fetchIds }: Deps) {
  const store = createStore<ReadonlySet<string>>(() => new Set())
  let userId: string | null = null

  async function load(): Promise<void> {
    const askedFor = userId
    if (askedFor === null) return
    const result = await fetchIds()
    if (!result.ok || userId !== askedFor) return
    store.setState(new Set([...store.getState(), ...result.value.trackIds]), true)
  }

  /** Called with each change of the session; while it is fetched again, the known tracks stay. */
  async function follow(session: Session): Promise<void> {
    if (session.state === 'unknown') return
    const present = session.state === 'user' ? session.id : null
    if (present !== userId) store.setState(new Set(), true)
    userId = present
    await load()
  }

  return {
    store,
    follow,
    /** After a payment. */
    load,
    /** The server has refused a purchase, because the track is owned. */
    add(trackId: string): void {
      store.setState(new Set([...store.getState(), trackId]), true)
    },
  }
}
