// The marks on a card and on a track's page: key, rating, tags.

import type { Track, TrackSummary } from '#contracts/tracks.ts'
import { keyLabel, spokenKey } from '#rules/music/musical-key.ts'
import { genderKeyLabel } from '#rules/music/vocal-range.ts'
import { Stars } from '#web/ui/stars.tsx'

/** The key on a plectrum; nothing if the artist entered no key. */
export function KeyBadge({ track }: { track: Pick<Track, 'keySignature'> }) {
  const label = keyLabel(track.keySignature)
  if (label === null) return null
  return (
    <span className={label.length > 2 ? 'key-badge key-badge-long' : 'key-badge'}>
      <svg viewBox="0 0 44 48" aria-hidden="true">
        <path d="M22 47C12 40 1 20 2 10 3 3 12 1 22 1s19 2 20 9c1 10-10 30-20 37z" />
      </svg>
      <b aria-hidden="true">{label}</b>
      <span className="sr-only">{spokenKey(track.keySignature)}</span>
    </span>
  )
}

/** 'Key F♯m' among other words; nothing if the artist entered no key. */
export function KeyText({ keySignature }: Pick<Track, 'keySignature'>) {
  const label = keyLabel(keySignature)
  if (label === null) return null
  return (
    <span className="key-text">
      <span aria-hidden="true">Key {label}</span>
      <span className="sr-only">{spokenKey(keySignature)}</span>
    </span>
  )
}

/** Shows that a recording is in a higher or lower key than the original; nothing if both flags are set. */
export function KeyShift({ track }: { track: Pick<Track, 'isHigher' | 'isLower'> }) {
  if (track.isHigher === track.isLower) return null
  return (
    <p className="key-shift">
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        <path d={track.isHigher ? 'M6 1 11 8H1z' : 'M6 11 1 4h10z'} />
      </svg>
      {track.isHigher ? 'Higher key than the original' : 'Lower key than the original'}
    </p>
  )
}

/** Stars with the number of ratings; a track without ratings is marked as new. */
export function TrackRating({ track }: { track: Pick<Track, 'averageRating' | 'numOfRatings'> }) {
  if (track.numOfRatings === 0) return <span className="new-mark">New</span>
  return <Stars average={track.averageRating} ratings={track.numOfRatings} />
}

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
