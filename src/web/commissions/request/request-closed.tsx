import { commissionErrors } from '#rules/errors/commission-errors.ts'
import { artistsPath } from '#rules/artists/artist-search.ts'
import { artistPath } from '#rules/page-paths.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import type { RequestedArtist } from './request-start.ts'

/** Instead of the form, where the artist takes nothing now. */
export function RequestClosed({ artist }: { artist: RequestedArtist }) {
  const { fully_booked: full, not_taking_commissions: closed } = commissionErrors
  return (
    <Notice tone="info">
      <p>{artist.isFullyBooked ? full.message : closed.message}</p>
      <p>
        <PageLink href={artistPath(artist.id)}>
          The profile of <bdi>{artist.displayName}</bdi>
        </PageLink>
        {', or '}
        <PageLink href={artistsPath()}>all artists who take commissions</PageLink>
      </p>
    </Notice>
  )
}
