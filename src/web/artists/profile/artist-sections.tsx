// An artist's profile below its head: the same in the dialog and on the page.

import type { TrackSummaryList } from '#contracts/catalogue.ts'
import { ArtistOffers } from './artist-offers.tsx'
import { ArtistExamples, ArtistVideo } from './artist-examples.tsx'
import { ArtistFigures, ArtistInfo } from './artist-facts.tsx'
import type { ArtistProfile } from './artist-profile.ts'
import type { ReviewList } from '#web/reviews/artist/review-calls.ts'
import { ArtistReviews } from './artist-reviews.tsx'
import { ArtistTracks, type RenderBuyButton } from './artist-tracks.tsx'
import type { HeadingLevel } from './profile-section.tsx'

type ArtistSectionsProps = {
  artist: ArtistProfile
  heading: HeadingLevel
  /** When the profile was fetched. */
  now: string
  /** One page of all reviews, where the URL names one; else the profile's few. */
  reviews?: ReviewList | null
  /** The first tracks, if the page has them. */
  tracks: TrackSummaryList | null
  /** False for a page below a dialog. */
  isUppermost: boolean
  renderBuyButton?: RenderBuyButton
}

export function ArtistSections(props: ArtistSectionsProps) {
  const { artist, heading, now, reviews = null, tracks, isUppermost, renderBuyButton } = props
  return (
    <div className="profile-sections">
      <ArtistFigures artist={artist} />
      <ArtistOffers artist={artist} heading={heading} />
      <ArtistExamples artist={artist} heading={heading} />
      <ArtistVideo artist={artist} heading={heading} />
      <ArtistReviews {...{ artist, heading, now, isUppermost }} loaded={reviews} />
      <ArtistInfo artist={artist} heading={heading} now={now} />
      <ArtistTracks
        artistId={artist.id}
        heading={heading}
        initial={tracks}
        renderBuyButton={renderBuyButton}
      />
    </div>
  )
}
