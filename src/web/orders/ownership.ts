import type { TrackSummary } from '#contracts/tracks.ts'
import { useSession } from '#web/accounts/session-store.ts'
import { artistIdOf } from '#web/tracks/track-artists.tsx'
import { useOwnsTrack } from './owned-tracks-store.ts'

type Ownership = 'none' | 'owned' | 'own-upload'

/** Pages are rendered for everyone with 'none'; the browser finds out after the session is known. */
export function useOwnership(track: TrackSummary): Ownership {
  const session = useSession()
  const isOwned = useOwnsTrack(track.id)
  if (session.state === 'user' && session.id === artistIdOf(track.user)) return 'own-upload'
  return isOwned ? 'owned' : 'none'
}
