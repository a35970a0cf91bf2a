// The page of an artist whom it hides from everyone but admins.

import { useState, type ReactNode } from 'react'
import { artistPath } from '#rules/page-paths.ts'
import { useProfileAddress } from '../profile-address.ts'
import { ArtistHead, ArtistPortrait } from './artist-head.tsx'
import { ArtistSections } from './artist-sections.tsx'
import { useArtist } from './use-artist.ts'

type BannedArtistProps = {
  artistId: string
  /** While the profile is fetched, and if there is none. */
  otherwise: ReactNode
}

export default function BannedArtist({ artistId, otherwise }: BannedArtistProps) {
  const { artist } = useArtist(artistId)
  const [now] = useState(() => new Date().toISOString())
  const dialog = useProfileAddress()
  if (artist === null) return otherwise
  const { href } = new URL(artistPath(artist.id), window.location.href)
  return (
    <div className="page artist-page">
      <h1 className="profile-name">
        <ArtistPortrait artist={artist} />
        <bdi>{artist.displayName}</bdi>
      </h1>
      <ArtistHead artist={artist} url={href} />
      <ArtistSections
        artist={artist}
        heading="h2"
        now={now}
        tracks={null}
        isUppermost={dialog.artistId === null}
      />
    </div>
  )
}
