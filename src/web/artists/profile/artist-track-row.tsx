import type { ReactNode } from 'react'
import { keyLabel, spokenKey } from '#rules/music/musical-key.ts'
import { trackPath } from '#rules/page-paths.ts'
import { formatPence } from '#rules/price.ts'
import type { TrackSummary } from '#contracts/tracks.ts'
import { PreviewButton, PreviewFailure } from '#web/player/preview-button.tsx'
import { SungBy } from '#web/tracks/track-artists.tsx'
import { PageLink } from '#web/ui/page-link.tsx'

type ArtistTrackRowProps = {
  track: TrackSummary
  /** The button that buys it. */
  children?: ReactNode
}

/** A track in its artist's profile; plays on in the player bar when the profile is closed. */
export function ArtistTrackRow({ track, children }: ArtistTrackRowProps) {
  const key = keyLabel(track.keySignature)
  return (
    <div className="artist-track">
      <div className="artist-track-cover">
        <img src={track.coverUrl} width={76} height={76} alt="" loading="lazy" />
        <PreviewButton track={track} />
      </div>
      <div className="artist-track-text">
        <PageLink href={trackPath(track.id)}>
          <bdi>{track.title}</bdi>
        </PageLink>
        <p>
          <SungBy originalArtist={track.originalArtist} />
          {key && (
            <>
              {' · '}
              <span aria-hidden="true">{key}</span>
              <span className="sr-only">{spokenKey(track.keySignature)}</span>
            </>
          )}
        </p>
        <PreviewFailure track={track} place="button" />
      </div>
      <div className="artist-track-buy">
        <span className="price">{formatPence(track.customerPricePence)}</span>
        {children}
      </div>
    </div>
  )
}
