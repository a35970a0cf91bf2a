// The dialog that the dashboard's URL names.

import { Suspense } from 'react'
import type { OwnTrackList } from '#contracts/own-tracks.ts'
import { networkError } from '#web/api/network-error.ts'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useIsHydrated } from '#web/ui/page-lifecycle.ts'
import type { MissingStep, UploadDialogProps } from '#web/uploads/upload-dialog.tsx'
import { useDashboardAddress } from './dashboard-address.ts'
import { OwnTrackDialog } from './own-track-dialog.tsx'

type DashboardDialogProps = {
  artistId: string
  own: OwnTrackList
  missing: MissingStep | null
  /** Called when the lists of the dashboard have changed. */
  onChanged: () => Promise<void>
}

const UploadDialog = lazyOr<UploadDialogProps>(
  () => import('#web/uploads/upload-dialog.tsx'),
  () => <Notice tone="danger">{networkError.message}</Notice>,
)

export function DashboardDialog({ artistId, own, missing, onChanged }: DashboardDialogProps) {
  const { search, close } = useDashboardAddress()
  const { dialog } = search
  const onDone = async () => {
    // First the lists: the navigation to them fetches nothing.
    await onChanged()
    await close()
  }
  // A dialog has no place in the HTML of the server's response.
  if (!useIsHydrated() || dialog === undefined) return null
  return (
    <Suspense fallback={null}>
      {dialog.name === 'upload' ? (
        <UploadDialog
          artistId={artistId}
          missing={missing}
          onClose={() => void close()}
          onSubmitted={onDone}
        />
      ) : (
        <OwnTrackDialog
          key={dialog.name + dialog.id}
          name={dialog.name}
          id={dialog.id}
          listed={own.tracks.find(({ id }) => id === dialog.id)}
          onClose={() => void close()}
          onSaved={onDone}
        />
      )}
    </Suspense>
  )
}
