import type { ReactNode } from 'react'
import { trackPath } from '#rules/page-paths.ts'
import type { TrackSummary } from '#contracts/tracks.ts'
import { formatPence } from '#rules/price.ts'
import { PreviewButton, PreviewFailure } from '#web/player/preview-button.tsx'
import { SimplePlayer } from '#web/player/simple-player.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { ArtistLine, SungBy } from './track-artists.tsx'
import { KeyBadge, TrackRating, TrackTags } from './track-badges.tsx'
import { useShownVersion } from './versions/use-shown-version.ts'
import { CardVersions } from './versions/version-links.tsx'

type TrackCardProps = {
  track: TrackSummary
  variant?: 'default' | 'compact' | 'rectangular' | 'featured'
  /** One level below the heading above the cards. */
  heading?: 'h2' | 'h3'
  /** The cover is visible when the page opens, so it is loaded early. */
  isEarly?: boolean
  /** The buttons of the track, or of another version of its song that the card shows in its place. */
  children: (shown: TrackSummary) => ReactNode
}

/** The number of cards in the catalogue's first row on a wide screen. */
export const earlyCards = 4

/** A track in a list. The title's link covers the whole card; the buttons are above it. */
export function TrackCard({
  track,
  variant = 'default',
  heading: Heading = 'h3',
  isEarly = false,
  children,
}: TrackCardProps) {
  const { shown, pick, announcement } = useShownVersion(track)
  const address = trackPath(shown.id)
  // Another card of the list may be that version's own.
  const titleId = `title-${track.id}`
  const isCompact = variant === 'compact'
  return (
    <article className={`card card-${variant}`} aria-labelledby={titleId}>
      <div className="card-art">
        {/* In a picture, because React would otherwise preload it before the style sheet. */}
        <picture>
          <img
            src={shown.coverUrl}
            width={400}
            height={400}
            alt=""
            loading={isEarly ? 'eager' : 'lazy'}
            fetchPriority={isEarly ? 'high' : 'auto'}
          />
        </picture>
        {isCompact ? <PreviewButton track={shown} /> : <KeyBadge track={shown} />}
      </div>
      <div className="card-body">
        <div className="card-text">
          <Heading id={titleId}>
            <PageLink href={address}>
              <bdi>{shown.title}</bdi>
            </PageLink>
          </Heading>
          <p className="card-meta">
            <SungBy originalArtist={shown.originalArtist} />
          </p>
          <div className="card-by">
            <ArtistLine user={shown.user} />
            <TrackRating track={shown} />
          </div>
          {isCompact && <PreviewFailure track={shown} place="button" />}
          {!isCompact && <TrackTags track={shown} />}
          <CardVersions {...{ track, shown, pick, announcement }} />
        </div>
        {isCompact ? <KeyBadge track={shown} /> : <SimplePlayer track={shown} place="card" />}
        <div className="card-foot">
          <span className="price">{formatPence(shown.customerPricePence)}</span>
          <ButtonLink href={address} variant="ghost" size="sm">
            View <bdi className="sr-only">{shown.title}</bdi>
          </ButtonLink>
          {children(shown)}
        </div>
      </div>
    </article>
  )
}
