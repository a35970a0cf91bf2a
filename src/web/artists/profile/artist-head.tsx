// Who the artist is, and what everybody can do with a profile.

import { Suspense, useState, type ReactNode } from 'react'
import { portraitUrl } from '#rules/artists/portraits.ts'
import { commissionRequestPath } from '#rules/commissions/commission-paths.ts'
import { artistPath, artistProfilePath } from '#rules/page-paths.ts'
import { useSession } from '#web/accounts/session-store.ts'
import type { BanButtonProps } from '#web/admin/ban-button.tsx'
import { networkError } from '#web/api/network-error.ts'
import { FlagButton } from '#web/moderation/flag-button.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { Notice } from '#web/ui/notice.tsx'
import { ShareMenu } from '#web/ui/share/share-menu.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { RequestLink } from '../artist-link.tsx'
import type { FollowButtonProps } from '../following/follow-button.tsx'
import { roleText, type ArtistProfile } from './artist-profile.ts'
import { profileMessages } from './profile-messages.ts'

/** Only for admins, so it is no part of what visitors load. */
const BanButton = lazyOr<BanButtonProps>(
  () => import('./profile-ban-button.tsx'),
  () => <Notice tone="danger">{networkError.message}</Notice>,
)

/** Only for users who are logged in. */
const FollowButton = lazyOr<FollowButtonProps>(
  async () => ({ default: (await import('../following/follow-button.tsx')).FollowButton }),
  () => <Notice tone="danger">{networkError.message}</Notice>,
)

/** Keeps its space. */
const followPlace = <div className="follow" />

/** Decoration beside the name. */
export function ArtistPortrait({ artist }: { artist: ArtistProfile }) {
  return (
    <span className="profile-portrait">
      <Avatar name={artist.displayName} image={artist.avatar} portrait={portraitUrl(artist.id)} />
    </span>
  )
}

type ArtistHeadProps = {
  artist: ArtistProfile
  /** The address of the artist's page. */
  url: string
  /** Further actions. */
  children?: ReactNode
}

export function ArtistHead({ artist, url, children }: ArtistHeadProps) {
  const session = useSession()
  const isOwn = session.state === 'user' && session.id === artist.id
  // The profile is that of before the change.
  const [changedTo, setChangedTo] = useState<boolean | null>(null)
  const isBanned = changedTo ?? artist.banned
  return (
    <div className="profile-head">
      <p className="profile-role">
        <span>{roleText(artist.role)}</span>
        {isBanned && <strong>Banned</strong>}
        {isOwn && <span>{profileMessages.own}</span>}
        <Stars average={artist.averageTrackRating} ratings={artist.numOfRatings} />
      </p>
      <div className="profile-actions">
        {session.state === 'unknown' && !isBanned && followPlace}
        {session.state === 'user' && !isOwn && !isBanned && (
          <Suspense fallback={followPlace}>
            <FollowButton artistId={artist.id} artistName={artist.displayName} />
          </Suspense>
        )}
        {!isOwn && !isBanned && <OrderButton artist={artist} />}
        {isOwn && (
          <ButtonLink href={artistProfilePath} size="sm">
            Edit your profile
          </ButtonLink>
        )}
        {children}
        <ShareMenu title={artist.displayName} url={url} />
        {!isOwn && !isBanned && (
          <FlagButton
            kind="profile"
            subjectId={artist.id}
            title={artist.displayName}
            path={artistPath(artist.id)}
          />
        )}
        {/* At the end, because it appears once the admin is known: nothing moves. */}
        {session.state === 'user' && session.role === 'admin' && (
          <Suspense fallback={null}>
            <BanButton
              artistId={artist.id}
              name={artist.displayName}
              isBanned={artist.banned}
              onChanged={setChangedTo}
            />
          </Suspense>
        )}
      </div>
    </div>
  )
}

/** Only of an artist who takes commissions and has named a price. */
function OrderButton({ artist }: { artist: ArtistProfile }) {
  const { id, availableForCommission, customerCommissionPricePence, isFullyBooked } = artist
  if (isFullyBooked) return <p className="fully-booked">{profileMessages.fullyBooked}</p>
  if (!availableForCommission || !customerCommissionPricePence) return null
  return (
    <RequestLink href={commissionRequestPath(id)} className="btn btn-primary btn-sm">
      Order Custom Track
    </RequestLink>
  )
}
