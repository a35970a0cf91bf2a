import type { TrackSummary } from './track-summary.ts'
import { genderKeyLabel } from '#rules/vocal-range.ts'

export function TrackTags({ track }: { track: TrackSummary }) {
  const genderKey = genderKeyLabel(track.vocalGender)
  return (
    <ul className="tags">
      <li>{track.backingTrackType}</li>
      {genderKey && <li>{genderKey}</li>}
      {track.genre && <li>{track.genre}</li>}
    </ul>
  )
}
