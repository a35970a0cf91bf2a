import type { Track } from '#contracts/tracks.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { artistName } from './artist-name.ts'
import { Avatar } from './avatar.tsx'

/** Who recorded it, with the way to everything else of theirs. */
export function ArtistLine({ user }: { user: Track['user'] }) {
  const name = artistName(user)
  return (
    <span className="artist-line">
      <Avatar name={name} image={user?.avatar ?? null} />
      {user === null ? (
        <bdi>{name}</bdi>
      ) : (
        <PageLink href={`/tracks?artistId=${user.id}`}>
          <bdi>{name}</bdi>
        </PageLink>
      )}
    </span>
  )
}
