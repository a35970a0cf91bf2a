// The followed artists of this browser tab, and the hook that subscribes buttons to them.

import { sessionStoreHook } from '#web/accounts/session-store.ts'
import { browserFollowCalls } from './follow-calls.ts'
import { createFollowedArtists } from './followed-artists.ts'

export const followedArtists = createFollowedArtists(browserFollowCalls)

export const useFollowedArtists = sessionStoreHook(
  followedArtists.store,
  (present) => void followedArtists.follow(present),
  // Another tab may have changed them meanwhile.
  () => window.addEventListener('focus', () => void followedArtists.load()),
)
