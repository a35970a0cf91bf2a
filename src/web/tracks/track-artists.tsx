// Who recorded a track, and who first sang its song.

import { tracksPath } from '#rules/page-paths.ts'
import type { Track } from '#contracts/tracks.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { trackMessages } from './track-messages.ts'

/** The artist of a track, with a link to all their tracks. */
export function ArtistLine({ user }: { user: Track['user'] }) {
  const name = artistName(user)
  return (
    <span className="artist-line">
      <Avatar name={name} image={user?.avatar ?? null} />
      {user === null ? (
        <bdi>{name}</bdi>
      ) : (
        <PageLink href={tracksPath({ artistId: user.id })}>
          <bdi>{name}</bdi>
        </PageLink>
      )}
    </span>
  )
}

/** An artist with an empty name is unknown; a missing artist is not available (D-097). */
export function artistName(user: Track['user']): string {
  if (user === null) return trackMessages.artistMissing
  return user.username === '' ? trackMessages.artistUnknown : user.username
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
