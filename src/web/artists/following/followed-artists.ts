// The artists that the user of this browser tab follows: fetched once for each user, and changed by the follow buttons.

import { createStore } from 'zustand/vanilla'
import type { Session } from '#web/accounts/session.ts'
import type { ChangeResult, FollowCalls } from './follow-calls.ts'

export type FollowedArtists = {
  /** Null before the server has responded, and for visitors. */
  ids: ReadonlySet<string> | null
  /** Why the list is not known. */
  failure: string | null
}

const unknown: FollowedArtists = { ids: null, failure: null }

export function createFollowedArtists(calls: FollowCalls) {
  const store = createStore<FollowedArtists>(() => unknown)
  let userId: string | null = null
  /** Counts the changes: a list that was requested before one of them is outdated. */
  let changes = 0

  async function load(): Promise<void> {
    const askedBy = userId
    const changesBefore = changes
    if (askedBy === null) return
    store.setState({ failure: null })
    const result = await calls.list()
    if (userId !== askedBy) return
    if (changes !== changesBefore) return load()
    if (result.ok) store.setState({ ids: new Set(result.value) })
    else store.setState(({ ids }) => ({ failure: ids === null ? result.message : null }))
  }

  /** Called with each change of the session; while it is fetched again, the known artists stay. */
  async function follow(session: Session): Promise<void> {
    if (session.state === 'unknown') return
    const present = session.state === 'user' ? session.id : null
    if (present === userId && store.getState().ids !== null) return
    userId = present
    store.setState(unknown, true)
    await load()
  }

  /** Follows the artist, or no longer. The store has the server's state afterwards, also after a failure. */
  async function change(artistId: string, isFollowing: boolean): Promise<ChangeResult> {
    const changedBy = userId
    const result = await (isFollowing ? calls.follow(artistId) : calls.unfollow(artistId))
    if (userId !== changedBy) return result
    changes++
    if (result.ok) put(artistId, isFollowing)
    // Whether the server has done it is not known: it may be the response that was lost.
    else if (result.status === 0) await load()
    return result
  }

  function put(artistId: string, isFollowing: boolean): void {
    const ids = new Set(store.getState().ids)
    if (isFollowing) ids.add(artistId)
    else ids.delete(artistId)
    store.setState({ ids })
  }

  return { store, load, follow, change }
}
