import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { Track, TrackSummary } from '#contracts/tracks.ts'
import { relatedTracks } from '#rules/tracks/track-options.ts'
import { Button } from '#web/ui/button.tsx'
import { artistIdOf, artistName } from './track-artists.tsx'
import { TrackCard } from './track-card.tsx'
import { trackMessages } from './track-messages.ts'

type RelatedTracksProps = {
  track: Pick<Track, 'id'> & Pick<TrackSummary, 'user'>
  /** Of the same artist, perhaps with the track itself; null if they could not be loaded. */
  found: TrackSummary[] | null
  /** The buttons of a card. */
  children: (shown: TrackSummary) => ReactNode
}

/** `More Tracks by {artist}`. */
export function RelatedTracks({ track, found, children }: RelatedTracksProps) {
  if (artistIdOf(track.user) === null) return null
  const others = found?.filter(({ id }) => id !== track.id).slice(0, relatedTracks.shown)
  return (
    <section className="track-related" aria-labelledby="more-tracks">
      <h2 id="more-tracks">
        More Tracks by <bdi>{artistName(track.user)}</bdi>
      </h2>
      {others === undefined && <LoadingFailed />}
      {others?.length === 0 && <p className="muted">{trackMessages.relatedEmpty}</p>}
      {others !== undefined && others.length > 0 && (
        <ul className="related-list">
          {others.map((other) => (
            <li key={other.id}>
              <TrackCard track={other} variant="compact">
                {children}
              </TrackCard>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function LoadingFailed() {
  const { state, revalidate } = useRevalidator()
  return (
    <div className="related-failed">
      <p role="alert">{trackMessages.relatedFailed}</p>
      <Button
        variant="ghost"
        size="sm"
        isLoading={state === 'loading'}
        onClick={() => void revalidate()}
      >
        Try Again
      </Button>
    </div>
  )
}
