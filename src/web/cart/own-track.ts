import type { ShownTrack } from '#web/tracks/shown-track.ts'
import { useSession } from '#web/account/session-store.ts'

/** Nobody buys from themselves: known once it is known who looks. */
export function useIsOwnTrack(track: ShownTrack): boolean {
  const session = useSession()
  return session.state === 'user' && session.id === track.user?.id
}
