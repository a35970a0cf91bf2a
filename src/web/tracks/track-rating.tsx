import type { Track } from '#contracts/tracks.ts'
import { Stars } from '#web/ui/stars.tsx'

/** Stars with the number of ratings; a track without ratings is marked as new. */
export function TrackRating({ track }: { track: Pick<Track, 'averageRating' | 'numOfRatings'> }) {
  if (track.numOfRatings === 0) return <span className="new-mark">New</span>
  return <Stars average={track.averageRating} ratings={track.numOfRatings} />
}
