import { tracksPath } from '#rules/page-paths.ts'
import type { Track } from '#contracts/tracks.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { artistName } from './artist-name.ts'
import { Avatar } from '#web/ui/avatar.tsx'

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
