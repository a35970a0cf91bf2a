// The profile of an artist in a dialog.

import { artistPath } from '#rules/page-paths.ts'
import { Button } from '#web/ui/button.tsx'
import Dialog from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { profileMessages } from './profile-messages.ts'
import { useArtist } from './use-artist.ts'

type ArtistDialogProps = { artistId: string; onClose: () => void }

export default function ArtistDialog({ artistId, onClose }: ArtistDialogProps) {
  const { artist, refused, retry } = useArtist(artistId)
  return (
    <Dialog
      open
      isPage
      firstFocus="title"
      onOpenChange={(open) => !open && onClose()}
      title={artist ? <bdi>{artist.displayName}</bdi> : profileMessages.loading}
    >
      {refused && (
        <Notice tone="danger" title={profileMessages.loadFailed}>
          <p>{refused.message}</p>
          <Button variant="ghost" size="sm" onClick={retry}>
            Try Again
          </Button>
        </Notice>
      )}
      {artist && <PageLink href={artistPath(artistId)}>View as Webpage</PageLink>}
    </Dialog>
  )
}
