import { completionTimeText } from '#rules/artists/time-words.ts'
import { artistName } from '#web/tracks/track-artists.tsx'
import { ArtistFrame, CommissionPrice } from '../artist-card.tsx'
import { ArtistLink } from '../artist-link.tsx'
import type { ArtistSummary } from '../artist-summary.ts'

/** An artist who takes commissions. */
export function FeaturedCard({ artist }: { artist: ArtistSummary }) {
  const [label, time] = deliveryOf(artist)
  return (
    <ArtistFrame artist={artist} heading="h3">
      <dl className="artist-counts">
        <div>
          <dt>{label}</dt>
          <dd>{time}</dd>
        </div>
      </dl>
      <div className="artist-foot artist-foot-stacked">
        <CommissionPrice artist={artist} />
        <ArtistLink artistId={artist.id} className="btn btn-ghost btn-sm">
          View Profile &amp; Commission <bdi className="sr-only">{artistName(artist)}</bdi>
        </ArtistLink>
      </div>
    </ArtistFrame>
  )
}

/** What commissions have taken, and without one what the artist promises (D-096). */
function deliveryOf(artist: ArtistSummary): [label: string, time: string] {
  const hours = artist.averageCommissionCompletionTimeHours
  if (hours === null) return ['Max Delivery', artist.maxTimeTakenForCommission]
  return ['Avg Delivery', completionTimeText(hours)]
}
