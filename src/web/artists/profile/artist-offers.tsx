// An artist's price list: the plain price, and the offers beside it.

import type { ReactNode } from 'react'
import type { Offer } from '#contracts/artists/artists.ts'
import { commissionRequestPath } from '#rules/commissions/commission-paths.ts'
import { formatPence } from '#rules/price.ts'
import { useSession } from '#web/accounts/session-store.ts'
import { RequestLink } from '../artist-link.tsx'
import type { ArtistProfile } from './artist-profile.ts'
import { ProfileSection, type HeadingLevel } from './profile-section.tsx'

type ArtistOffersProps = { artist: ArtistProfile; heading: HeadingLevel }

/** An artist without offers has only the plain price, which stands in the figures. */
export function ArtistOffers({ artist, heading }: ArtistOffersProps) {
  const session = useSession()
  const { id, offers, customerCommissionPricePence: pence } = artist
  if (offers.length === 0 || pence === null) return null
  const isOwn = session.state === 'user' && session.id === id
  const canBeAsked = artist.availableForCommission && !artist.banned && !isOwn
  const hrefOf = (offer?: string) =>
    canBeAsked ? commissionRequestPath(id, offer === undefined ? {} : { offer }) : null
  return (
    <ProfileSection name="offers" heading={heading} title="Price List">
      <ul className="price-list">
        <PriceRow title="A custom track, as you wish" href={hrefOf()}>
          {formatPence(pence)} · within {artist.maxTimeTakenForCommission}
        </PriceRow>
        {offers.map((offer) => (
          <OfferRow key={offer.id} offer={offer} href={hrefOf(offer.id)} />
        ))}
      </ul>
    </ProfileSection>
  )
}

function OfferRow({ offer, href }: { offer: Offer; href: string | null }) {
  const { title, description, customerPricePence, maxTimeTaken } = offer
  return (
    <PriceRow title={title} description={description} href={href}>
      {formatPence(customerPricePence)} · within {maxTimeTaken}
    </PriceRow>
  )
}

type PriceRowProps = {
  title: string
  description?: string
  /** Of its form; null where the artist cannot be asked. */
  href: string | null
  children: ReactNode
}

function PriceRow({ title, description = '', href, children }: PriceRowProps) {
  return (
    <li>
      <div>
        <p>
          <b>
            <bdi>{title}</bdi>
          </b>
        </p>
        {description !== '' && (
          <p className="user-text" dir="auto">
            {description}
          </p>
        )}
        <p className="price-list-price">{children}</p>
      </div>
      {href !== null && (
        <RequestLink href={href} className="btn btn-ghost btn-sm" aria-label={`Order: ${title}`}>
          Order
        </RequestLink>
      )}
    </li>
  )
}
