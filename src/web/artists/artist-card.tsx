import { Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { portraitUrl } from '#rules/artists/portraits.ts'
import { averageDeliveryText } from '#rules/artists/time-words.ts'
import { formatPence } from '#rules/price.ts'
import { artistName } from '#web/tracks/track-artists.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { wholeNumber } from '#web/ui/whole-number.ts'
import { ArtistLink } from './artist-link.tsx'
import type { ArtistSummary } from './artist-summary.ts'
import { ExampleButton, ExampleFailure } from './example-button.tsx'

/** An artist in the list of artists. */
export function ArtistCard({ artist }: { artist: ArtistSummary }) {
  const delivery = averageDeliveryText(artist.averageCommissionCompletionTime)
  return (
    <ArtistFrame artist={artist} heading="h2">
      <Counts
        of={{
          Tracks: artist.numOfUploadedTracks,
          Followers: artist.numOfFollowers,
          Reviews: artist.numOfReviews,
          Commissions: artist.numOfCommissions,
        }}
      />
      <div className="artist-foot">
        <CommissionPrice artist={artist} />
        {delivery !== null && (
          <p className="artist-delivery">
            <Clock size={16} aria-hidden="true" />
            <span className="sr-only">Delivery: </span>
            {delivery}
          </p>
        )}
        {!artist.availableForCommission && (
          <p>{artist.isFullyBooked ? 'Fully booked' : 'Not available'}</p>
        )}
      </div>
    </ArtistFrame>
  )
}

/** The customer's price of a commission. */
export function CommissionPrice({ artist }: { artist: ArtistSummary }) {
  return (
    <p className="price">
      <span className="price-word">Commission</span>{' '}
      {formatPence(artist.customerCommissionPricePence)}
    </p>
  )
}

type ArtistFrameProps = { artist: ArtistSummary; heading: 'h2' | 'h3'; children: ReactNode }

/** What every card of an artist has. The name's link covers the card with the avatar; buttons are above it. */
export function ArtistFrame({ artist, heading: Heading, children }: ArtistFrameProps) {
  const name = artistName(artist)
  const titleId = `artist-${artist.id}`
  return (
    <article className="card artist-card" aria-labelledby={titleId}>
      <div className="artist-head">
        <Avatar name={name} image={artist.avatar} portrait={portraitUrl(artist.id)} />
        {artist.artistExample !== null && (
          <ExampleButton url={artist.artistExample} artistName={name} />
        )}
      </div>
      <div className="artist-name">
        <Heading id={titleId}>
          <ArtistLink artistId={artist.id}>
            <bdi>{name}</bdi>
          </ArtistLink>
        </Heading>
        {artist.artistInstrument !== null && (
          <p className="card-meta">
            <bdi>{artist.artistInstrument}</bdi>
          </p>
        )}
        <p className="artist-rating">
          <Stars average={artist.averageTrackRating} ratings={artist.numOfRatings} />
        </p>
        {artist.artistExample !== null && <ExampleFailure url={artist.artistExample} />}
      </div>
      {children}
    </article>
  )
}

/** Without those that are 0: a new artist is not introduced by what is missing. */
function Counts({ of: counts }: { of: Record<string, number> }) {
  const shown = Object.entries(counts).filter(([, count]) => count > 0)
  if (shown.length === 0) return null
  return (
    <dl className="artist-counts">
      {shown.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{wholeNumber(count)}</dd>
        </div>
      ))}
    </dl>
  )
}
