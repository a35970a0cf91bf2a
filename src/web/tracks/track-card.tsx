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

type TrackCardProps = {
  track: TrackSummary
  variant?: 'default' | 'compact' | 'rectangular' | 'featured'
  /** One level below the heading above the cards. */
  heading?: 'h2' | 'h3'
  /** The cover is visible when the page opens, so it is loaded early. */
  isEarly?: boolean
  /** Its buttons. */
  children: ReactNode
}

/** The number of cards in the catalogue's first row on a wide screen. */
export const earlyCards = 5

/** A track in a list. The title's link covers the whole card; the buttons are above it. */
export function TrackCard({
  track,
  variant = 'default',
  heading: Heading = 'h3',
  isEarly = false,
  children,
}: TrackCardProps) {
  const address = trackPath(track.id)
  const titleId = `title-${track.id}`
  const isCompact = variant === 'compact'
  return (
    <article className={`card card-${variant}`} aria-labelledby={titleId}>
      <div className="card-art">
        {/* In a picture, because React would otherwise preload it before the style sheet. */}
        <picture>
          <img
            src={track.coverUrl}
            width={400}
            height={400}
            alt=""
            loading={isEarly ? 'eager' : 'lazy'}
            fetchPriority={isEarly ? 'high' : 'auto'}
          />
        </picture>
        {isCompact ? <PreviewButton track={track} /> : <KeyBadge track={track} />}
      </div>
      <div className="card-body">
        <div className="card-text">
          <Heading id={titleId}>
            <PageLink href={address}>
              <bdi>{track.title}</bdi>
            </PageLink>
          </Heading>
          <p className="card-meta">
            <SungBy originalArtist={track.originalArtist} />
          </p>
          <div className="card-by">
            <ArtistLine user={track.user} />
            <TrackRating track={track} />
          </div>
          {isCompact && <PreviewFailure track={track} place="button" />}
          {!isCompact && <TrackTags track={track} />}
        </div>
        {isCompact ? <KeyBadge track={track} /> : <SimplePlayer track={track} place="card" />}
        <div className="card-foot">
          <span className="price">{formatPence(track.customerPricePence)}</span>
          <ButtonLink href={address} variant="ghost" size="sm">
            View <bdi className="sr-only">{track.title}</bdi>
          </ButtonLink>
          {children}
        </div>
      </div>
    </article>
  )
}
