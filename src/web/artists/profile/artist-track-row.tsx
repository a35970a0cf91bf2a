import { keyLabel, spokenKey } from '#rules/musical-key.ts'
import { trackPath } from '#rules/page-paths.ts'
import { formatPence } from '#rules/price.ts'
import type { TrackSummary } from '#contracts/tracks.ts'
import { PreviewButton, PreviewFailure } from '#web/player/preview-button.tsx'
import { SungBy } from '#web/tracks/track-artists.tsx'
import { PageLink } from '#web/ui/page-link.tsx'

/** A track in its artist's profile; plays on in the player bar when the profile is closed. */
export function ArtistTrackRow({ track }: { track: TrackSummary }) {
  const key = keyLabel(track.keySignature)
  return (
    <div className="artist-track">
      <PreviewButton track={track} />
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
      <span className="price">{formatPence(track.customerPricePence)}</span>
    </div>
  )
}
