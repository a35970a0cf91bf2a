import type { ShownTrack } from '#web/tracks/shown-track.ts'
import { genderKeyLabel } from '#rules/vocal-range.ts'

export function TrackTags({ track }: { track: ShownTrack }) {
  const genderKey = genderKeyLabel(track.vocalGender)
  return (
    <ul className="tags">
      <li>{track.backingTrackType}</li>
      {genderKey && <li>{genderKey}</li>}
      {track.genre && <li>{track.genre}</li>}
    </ul>
  )
}
