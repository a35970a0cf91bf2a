// The owned tracks of this browser tab, and the hook that subscribes buttons to them.

import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { listOwnedIds } from '#contracts/orders.ts'
import { session } from '#web/accounts/session-store.ts'
import { request } from '#web/api/browser.ts'
import { createOwnedTracks } from './owned-tracks-state.ts'

export const ownedTracks = createOwnedTracks({
  fetchIds: () => request<typeof listOwnedIds>('GET /api/proxy/my-tracks/ids', {}),
})

/** The first button that is shown makes the store follow the session. */
export function useOwnsTrack(trackId: string): boolean {
  useEffect(startFollowing, [])
  return useStore(ownedTracks.store, (owned) => owned.has(trackId))
}

let isFollowing = false

function startFollowing(): void {
  if (isFollowing) return
  isFollowing = true
  void session.known()
  void ownedTracks.follow(session.get())
  session.store.subscribe((present) => void ownedTracks.follow(present))
}
