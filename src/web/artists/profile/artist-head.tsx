// Who the artist is, and what everybody can do with a profile.

import type { ReactNode } from 'react'
import { Avatar } from '#web/ui/avatar.tsx'
import { ShareMenu } from '#web/ui/share/share-menu.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { FollowButton } from '../follow-button.tsx'
import { roleText, type ArtistProfile } from './artist-profile.ts'

/** Decoration beside the name. */
export function ArtistPortrait({ artist }: { artist: ArtistProfile }) {
  return (
    <span className="profile-portrait">
      <Avatar name={artist.displayName} image={artist.avatar} />
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
  return (
    <div className="profile-head">
      <p className="profile-role">
        <span>{roleText(artist.role)}</span>
        {artist.banned && <strong>Banned</strong>}
        <Stars average={artist.averageTrackRating} ratings={artist.numOfRatings} />
      </p>
      <div className="profile-actions">
        {children}
        <ShareMenu title={artist.displayName} url={url} />
        {/* Last, because it appears once the user is known: nothing moves. */}
        <FollowButton artistId={artist.id} artistName={artist.displayName} />
      </div>
    </div>
  )
}
