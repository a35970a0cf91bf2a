import type { ReactNode } from 'react'
import type { TrackSummary } from '#contracts/tracks.ts'
import { TrackCard } from '#web/tracks/track-card.tsx'
import type { OtherTracks as Others } from './find-other-tracks.ts'
import { searchMessages } from './search-messages.ts'

type OtherTracksProps = { others: Others; renderButtons: (track: TrackSummary) => ReactNode }

/** Below the few tracks that a search has found, or in place of none. */
export function OtherTracks({ others: { kind, tracks }, renderButtons }: OtherTracksProps) {
  if (tracks.length === 0) return null
  return (
    <section className="other-tracks" aria-labelledby="other-tracks">
      <h2 id="other-tracks">{searchMessages.others[kind]}</h2>
      <ul className="other-tracks-list">
        {tracks.map((track) => (
          <li key={track.id}>
            <TrackCard track={track}>{renderButtons}</TrackCard>
          </li>
        ))}
      </ul>
    </section>
  )
}
