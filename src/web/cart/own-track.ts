import type { TrackSummary } from '#web/tracks/track-summary-of.ts'
import { useSession } from '#web/account/session-store.ts'

/** Nobody buys from themselves: known once it is known who looks. */
export function useIsOwnTrack(track: TrackSummary): boolean {
  const session = useSession()
  return session.state === 'user' && session.id === track.user?.id
}
