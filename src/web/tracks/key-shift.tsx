import type { Track } from '#contracts/tracks.ts'

/** Says so when a recording is in another key than the original; both flags together say nothing. */
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
