// Shows the profile of the artist that the URL names, over any page.

import { Suspense, useEffect, type ReactNode } from 'react'
import { artistPath } from '#rules/page-paths.ts'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { useIsHydrated } from '#web/ui/page-lifecycle.ts'
import { useProfileAddress } from '../profile-address.ts'

type ArtistDialogProps = { artistId: string; onClose: () => void; children: ReactNode }

const ArtistDialog = lazyOr<ArtistDialogProps>(() => import('./artist-dialog.tsx'), OpenProfile)

/** @param children another dialog, which stands over the profile if there is one */
export function ArtistDialogHost({ children = null }: { children?: ReactNode }) {
  const { artistId, closeArtist } = useProfileAddress()
  // A dialog has no place in the HTML of the server's response.
  if (!useIsHydrated() || artistId === null) return children
  return (
    <Suspense fallback={null}>
      <ArtistDialog key={artistId} artistId={artistId} onClose={() => void closeArtist()}>
        {children}
      </ArtistDialog>
    </Suspense>
  )
}

function OpenProfile({ artistId }: ArtistDialogProps) {
  return <LeaveForPage path={artistPath(artistId)} />
}

/** After an update of the site the code of a dialog is gone: the server has the same as a page. */
export function LeaveForPage({ path }: { path: string }) {
  useEffect(() => window.location.replace(path), [path])
  return null
}
