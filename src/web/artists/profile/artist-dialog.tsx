// The profile of an artist in a dialog.

import { useState, type ReactNode } from 'react'
import { artistsPath } from '#rules/artists/artist-search.ts'
import { artistPath } from '#rules/page-paths.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import Dialog from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ArtistHead, ArtistPortrait } from './artist-head.tsx'
import type { ArtistProfile } from './artist-profile.ts'
import { ArtistSections } from './artist-sections.tsx'
import { profileMessages } from './profile-messages.ts'
import { useArtist } from './use-artist.ts'

type ArtistDialogProps = {
  artistId: string
  onClose: () => void
  /** Another dialog over this one: inside it, a press on it does not close this one. */
  children?: ReactNode
}

export default function ArtistDialog({ artistId, onClose, children }: ArtistDialogProps) {
  const { artist, refused, retry } = useArtist(artistId)
  const [now] = useState(() => new Date().toISOString())
  const address = artistPath(artistId)
  const isMissing = refused?.code === 'not_found'
  return (
    <Dialog
      open
      isPage={refused === null}
      firstFocus="title"
      onOpenChange={(open) => !open && onClose()}
      title={
        isMissing ? (
          profileMessages.notFound
        ) : (
          <Title artist={artist} hasFailed={refused !== null} />
        )
      }
    >
      {!artist && !refused && <LoadingProfile />}
      {isMissing && <ArtistNotFound />}
      {refused && !isMissing && (
        <Notice tone="danger" title={profileMessages.loadFailed}>
          <p>{refused.message}</p>
          <Button variant="ghost" size="sm" onClick={retry}>
            Try Again
          </Button>
        </Notice>
      )}
      {artist && (
        <>
          <ArtistHead artist={artist} url={new URL(address, window.location.href).href}>
            <ButtonLink href={address} variant="ghost" size="sm">
              View as Webpage
            </ButtonLink>
          </ArtistHead>
          <ArtistSections artist={artist} heading="h3" now={now} tracks={null} isUppermost />
        </>
      )}
      {children}
    </Dialog>
  )
}

type TitleProps = { artist: ArtistProfile | null; hasFailed: boolean }

function Title({ artist, hasFailed }: TitleProps) {
  if (artist === null) return hasFailed ? 'Artist' : profileMessages.loading
  return (
    <span className="profile-name">
      <ArtistPortrait artist={artist} />
      <bdi>{artist.displayName}</bdi>
    </span>
  )
}

function ArtistNotFound() {
  return (
    <div className="stack stack-start">
      <p>{profileMessages.notFoundHint}</p>
      <ButtonLink href={artistsPath()} variant="ghost">
        All artists
      </ButtonLink>
    </div>
  )
}

function LoadingProfile() {
  return (
    <div className="stack-lg" aria-hidden="true">
      <Skeleton className="skeleton-heading" />
      <Skeleton className="skeleton-paragraph" />
      <Skeleton className="skeleton-section" />
      <Skeleton className="skeleton-section" />
    </div>
  )
}
