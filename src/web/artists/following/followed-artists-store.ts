// The followed artists of this browser tab, and the hook that subscribes buttons to them.

import { useEffect } from 'react'
import { useStore } from 'zustand'
import { session } from '#web/accounts/session-store.ts'
import { browserFollowCalls } from './follow-calls.ts'
import { createFollowedArtists, type FollowedArtists } from './followed-artists.ts'

export const followedArtists = createFollowedArtists(browserFollowCalls)

/** The first button that is shown makes the store follow the session. */
export function useFollowedArtists(): FollowedArtists {
  useEffect(startFollowing, [])
  return useStore(followedArtists.store)
}

let isFollowing = false

function startFollowing(): void {
  if (isFollowing) return
  isFollowing = true
  void session.known()
  void followedArtists.follow(session.get())
  session.store.subscribe((present) => void followedArtists.follow(present))
  // Another tab may have changed them meanwhile.
  window.addEventListener('focus', () => void followedArtists.load())
}
