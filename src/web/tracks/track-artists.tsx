// Who recorded a track, and who first sang its song.

import { artistPath } from '#rules/page-paths.ts'
import { avatarForSide } from '#rules/artists/avatars.ts'
import { portraitUrl } from '#rules/artists/portraits.ts'
import type { TrackSummary } from '#contracts/tracks.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { trackMessages } from './track-messages.ts'

type TrackUser = TrackSummary['user']

/** The artist of a track, with a link to their page. */
export function ArtistLine({ user }: { user: TrackUser }) {
  const name = artistName(user)
  const artistId = artistIdOf(user)
  return (
    <span className="artist-line">
      <Avatar
        name={name}
        image={avatarForSide(typeof user === 'object' ? (user?.avatar ?? null) : null, 24)}
        portrait={artistId && portraitUrl(artistId)}
      />
      {artistId === null ? (
        <bdi>{name}</bdi>
      ) : (
        <PageLink href={artistPath(artistId)}>
          <bdi>{name}</bdi>
        </PageLink>
      )}
    </span>
  )
}

/** An artist without a name is unknown; a missing artist is not available (D-097). */
export function artistName(user: TrackUser): string {
  if (!user) return trackMessages.artistMissing
  return (typeof user === 'object' && user.displayName) || trackMessages.artistUnknown
}

export function artistIdOf(user: TrackUser): string | null {
  if (!user) return null
  return typeof user === 'object' ? user.id : user
}

/** The line with the original artist. A traditional song has none. */
export function SungBy({ originalArtist }: { originalArtist: string }) {
  const name = <bdi>{originalArtist}</bdi>
  return isTraditional(originalArtist) ? name : <>as sung by {name}</>
}

/** The same as plain text. */
export function sungBy(originalArtist: string): string {
  return isTraditional(originalArtist) ? originalArtist : `as sung by ${originalArtist}`
}

function isTraditional(originalArtist: string): boolean {
  return /^traditional\b/i.test(originalArtist)
}
