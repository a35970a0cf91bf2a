// The owned tracks of this browser tab, and the hook that subscribes buttons to them.

import type { listOwnedIds } from '#contracts/orders.ts'
import { sessionStoreHook } from '#web/accounts/session-store.ts'
import { request } from '#web/api/browser.ts'
import { createOwnedTracks } from './owned-tracks-state.ts'

export const ownedTracks = createOwnedTracks({
  fetchIds: () => request<typeof listOwnedIds>('GET /api/proxy/my-tracks/ids', {}),
})

const useOwnedTracks = sessionStoreHook(
  ownedTracks.store,
  (present) => void ownedTracks.follow(present),
)

export function useOwnsTrack(trackId: string): boolean {
  return useOwnedTracks((owned) => owned.has(trackId))
}
