import type { TrackSummary } from '#web/tracks/track-summary.ts'
import { useSession } from '#web/accounts/session-store.ts'

/** Artists cannot buy their own tracks. False until the session is known. */
export function useIsOwnTrack(track: TrackSummary): boolean {
  const session = useSession()
  return session.state === 'user' && session.id === track.user?.id
}
