import type { OwnedTrack } from '#contracts/orders.ts'
import type { Source } from '#web/player/player-state.ts'

/** What the player plays of an owned track; null where browsers cannot play the original and no other format is ready. */
export function ownedSource({ track, stream }: OwnedTrack): Source | null {
  return stream && { kind: 'owned', ...stream, durationSeconds: track.durationSeconds }
}
