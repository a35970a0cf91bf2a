import type { ReactNode } from 'react'
import { avatarForSide } from '#rules/artists/avatars.ts'
import { portraitUrl } from '#rules/artists/portraits.ts'
import type { FollowedWithTracks } from '#contracts/artists/follows.ts'
import type { TrackSummary } from '#contracts/tracks.ts'
import { artistName } from '#web/tracks/track-artists.tsx'
import { TrackCard } from '#web/tracks/track-card.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { ArtistLink } from '../artist-link.tsx'
import { FollowButton } from './follow-button.tsx'

type FollowedArtistProps = {
  artist: FollowedWithTracks
  renderButtons: (track: TrackSummary) => ReactNode
}

/** An artist with the newest tracks. */
export function FollowedArtist({ artist, renderButtons }: FollowedArtistProps) {
  const name = artistName(artist)
  const titleId = `followed-${artist.id}`
  return (
    <section aria-labelledby={titleId}>
      <div className="followed-head">
        <Avatar
          name={name}
          image={avatarForSide(artist.avatar, 40)}
          portrait={portraitUrl(artist.id)}
        />
        <h2 id={titleId}>
          <ArtistLink artistId={artist.id}>
            <bdi>{name}</bdi>
          </ArtistLink>
        </h2>
        <FollowButton artistId={artist.id} artistName={name} />
      </div>
      {artist.tracks.length === 0 ? (
        <p className="muted">No tracks yet.</p>
      ) : (
        <ul className="stack-sm">
          {artist.tracks.map((track) => (
            <li key={track.id}>
              <TrackCard track={track} variant="compact">
                {renderButtons}
              </TrackCard>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
